import type { NewTemplate } from '@atrium/contracts'

export const links: NewTemplate = {
  name: 'Link page',
  description: 'One address for a profile: a picture, a line and your links.',
  variables: [
    { name: 'name', type: 'text', label: 'Name', required: true, default: 'Your name' },
    {
      name: 'line',
      type: 'text',
      label: 'Line below the name',
      default: 'What you do, in a few words',
    },
    { name: 'picture', type: 'image', label: 'Picture' },
    { name: 'accent', type: 'color', label: 'Colour', default: '#0f766e' },
    {
      name: 'links',
      type: 'list',
      label: 'Links',
      default: [{ title: 'Our shop', url: 'https://example.com/' }],
    },
  ],
  markup: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ name }}</title>
<style>
  body { display: grid; min-height: 100vh; margin: 0; color: #1c1c22; background: #f6f6f8; font: 17px/1.5 system-ui, sans-serif; place-items: center; }
  main { width: min(440px, calc(100% - 32px)); padding: 32px 0; text-align: center; }
  img { width: 104px; height: 104px; border-radius: 50%; object-fit: cover; }
  h1 { margin: 12px 0 4px; font-size: 24px; }
  p { margin: 0 0 24px; color: #5b5b66; }
  ul { display: grid; gap: 12px; margin: 0; padding: 0; list-style: none; }
  a { display: block; padding: 14px; border-radius: 12px; background: var(--accent); color: #fff; font-weight: 600; text-decoration: none; }
</style>
</head>
<body style="--accent: {{ accent }}">
<main>
  {{#if picture}}<img src="{{ picture }}" alt="">{{/if}}
  <h1>{{ name }}</h1>
  <p>{{ line }}</p>
  <ul>
    {{#each links}}<li><a href="{{ url }}">{{ title }}</a></li>
    {{/each}}
  </ul>
</main>
</body>
</html>
`,
}
