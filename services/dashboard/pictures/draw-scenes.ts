import sharp from 'sharp'

const size = { width: 1200, height: 900 }

const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">${inner}</svg>`
const sky = (top: string, bottom: string): string =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="1200" height="900" fill="url(#sky)"/>`
const loaf = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="0" cy="120" rx="330" ry="26" fill="#0002"/><path d="M-320 110c-40-170 120-240 320-240s360 70 320 240c-4 20-20 22-40 22h-560c-20 0-36-2-40-22z" fill="#b5703a"/><path d="M-300 70c0-130 130-180 300-180s300 50 300 180c-60-90-160-120-300-120s-240 30-300 120z" fill="#d9984f"/><g stroke="#f3d9ae" stroke-width="22" stroke-linecap="round"><path d="M-150-60l60 90"/><path d="M-20-76l60 96"/><path d="M110-64l60 92"/></g></g>`
const boat = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-120 0h240l-40 50h-160z" fill="#7c2d12"/><path d="M0-8v-230" stroke="#44403c" stroke-width="8"/><path d="M10-230v200h120z" fill="#fff7ed"/><path d="M-10-200v170h-90z" fill="#fed7aa"/></g>`
const cup = (x: number, y: number, fill: string): string =>
  `<g transform="translate(${x} ${y})"><ellipse cx="0" cy="150" rx="210" ry="26" fill="#0002"/><path d="M-150-40h300l-26 170c-4 20-16 28-40 28h-168c-24 0-36-8-40-28z" fill="${fill}"/><ellipse cx="0" cy="-40" rx="150" ry="34" fill="#fff"/><ellipse cx="0" cy="-38" rx="126" ry="25" fill="#6f4022"/><path d="M144-10c70-10 90 100-20 108" fill="none" stroke="${fill}" stroke-width="22"/><g fill="none" stroke="#fff9" stroke-width="12" stroke-linecap="round"><path d="M-40-110c-30-40 30-60 0-110"/><path d="M40-110c-30-40 30-60 0-110"/></g></g>`
const stripes = (a: string, b: string): string =>
  Array.from(
    { length: 8 },
    (_, n) =>
      `<path d="M${n * 150} 150h150l0 170c0 50-150 50-150 0z" fill="${n % 2 === 0 ? a : b}" stroke="#0001"/>`,
  ).join('')

/** Drawings for a small bakery at a harbour, by file name. */
const scenes: Readonly<Record<string, string>> = {
  'loaf.jpg': svg(
    `${sky('#fef3c7', '#fde1b8')}<rect y="640" width="1200" height="260" fill="#c8996b"/>${loaf(600, 560, 1.3)}`,
  ),
  'harbour.jpg': svg(
    `${sky('#7dd3fc', '#fef9c3')}<circle cx="900" cy="300" r="90" fill="#fde68a"/><rect y="560" width="1200" height="340" fill="#0e7490"/><path d="M0 600h1200M0 680h1200M0 780h1200" stroke="#fff2" stroke-width="10"/>${boat(420, 600, 1.5)}${boat(860, 570, 0.8)}`,
  ),
  'stall.jpg': svg(
    `${sky('#e0f2fe', '#f8fafc')}<rect y="620" width="1200" height="280" fill="#d6d3d1"/><rect x="90" y="300" width="1020" height="420" fill="#a16207"/><rect x="60" y="600" width="1080" height="60" fill="#854d0e"/>${stripes('#dc2626', '#fff')}${loaf(330, 540, 0.5)}${loaf(620, 540, 0.5)}${loaf(900, 540, 0.5)}`,
  ),
  'coffee.jpg': svg(
    `${sky('#ccfbf1', '#f0fdfa')}<rect y="620" width="1200" height="280" fill="#99826b"/>${cup(600, 520, '#0f766e')}`,
  ),
  'evening.jpg': svg(
    `${sky('#1e1b4b', '#be185d')}<rect y="620" width="1200" height="280" fill="#312e81"/>${[150, 350, 550, 750, 950].map((x, n) => `<path d="M${x + 50} 0v${150 + (n % 2) * 60}" stroke="#fff5"/><circle cx="${x + 50}" cy="${200 + (n % 2) * 60}" r="46" fill="#fbbf24"/><circle cx="${x + 50}" cy="${200 + (n % 2) * 60}" r="90" fill="#fbbf2433"/>`).join('')}${boat(600, 640, 1.2)}`,
  ),
  'breakfast.jpg': svg(
    `${sky('#fce7f3', '#fff1f2')}<rect y="600" width="1200" height="300" fill="#e7c9a9"/>${loaf(400, 560, 0.8)}${cup(880, 560, '#be123c')}`,
  ),
}

/** Returns the drawings as JPEG files. */
export const drawScenes = (): Promise<{ name: string; data: Buffer }[]> =>
  Promise.all(
    Object.entries(scenes).map(async ([name, markup]) => ({
      name,
      data: await sharp(Buffer.from(markup))
        .resize(size.width, size.height)
        .jpeg({ quality: 86 })
        .toBuffer(),
    })),
  )
