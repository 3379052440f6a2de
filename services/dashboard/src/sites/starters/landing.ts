import type { NewTemplate } from '@atrium/contracts'

export const landing = (orgId: string): NewTemplate => ({
  name: 'Landing page',
  description: 'A picture, your services, and a form whose requests become cards.',
  variables: [
    {
      name: 'headline',
      type: 'text',
      label: 'Headline',
      required: true,
      default: 'Good work, on time',
    },
    {
      name: 'intro',
      type: 'longtext',
      label: 'Introduction',
      default: 'Two sentences about the work that you do, and for whom.',
    },
    { name: 'hero', type: 'image', label: 'Picture' },
    { name: 'accent', type: 'color', label: 'Colour', default: '#1d4ed8' },
    {
      name: 'offers',
      type: 'list',
      label: 'Services',
      default: [
        { name: 'First service', text: 'What is in it, and for whom.', price: 'from €90' },
        { name: 'Second service', text: 'What is in it, and for whom.', price: 'from €240' },
      ],
    },
    {
      name: 'showProducts',
      type: 'boolean',
      label: 'With your published products',
      default: false,
    },
    {
      name: 'showEvents',
      type: 'boolean',
      label: 'With your coming events',
      default: false,
    },
    { name: 'form', type: 'boolean', label: 'With a form for quote requests', default: true },
    { name: 'contact', type: 'text', label: 'Address and telephone', default: '' },
  ],
  markup: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ headline }}</title>
<style>
  * { box-sizing: border-box; }
  body { margin: 0; color: #1c1c22; background: #fff; font: 17px/1.6 system-ui, sans-serif; }
  main { max-width: 920px; margin: 0 auto; padding: 56px 24px; }
  h1 { margin: 0 0 12px; font-size: clamp(30px, 6vw, 48px); line-height: 1.15; letter-spacing: -0.02em; }
  h2 { margin: 56px 0 16px; font-size: 24px; }
  h3 { margin: 0; font-size: 17px; }
  p { margin: 0; white-space: pre-line; }
  .intro { max-width: 60ch; font-size: 19px; color: #4b4b55; }
  .hero { display: block; width: 100%; max-height: 420px; margin-top: 32px; border-radius: 14px; object-fit: cover; }
  .offers { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 16px; margin: 0; padding: 0; list-style: none; }
  .offers li { padding: 20px; border: 1px solid #e4e4ea; border-top: 4px solid var(--accent); border-radius: 12px; }
  .price { margin-top: 8px; font-weight: 600; }
  form { display: grid; gap: 12px; max-width: 520px; }
  label { display: grid; gap: 4px; font-size: 15px; font-weight: 600; }
  input, textarea { padding: 10px 12px; border: 1px solid #8b8b97; border-radius: 8px; font: inherit; }
  button { justify-self: start; padding: 12px 20px; border: 0; border-radius: 8px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  .trap { position: absolute; left: -9999px; }
  footer { margin-top: 64px; padding-top: 24px; border-top: 1px solid #e4e4ea; color: #5b5b66; font-size: 15px; white-space: pre-line; }
</style>
</head>
<body style="--accent: {{ accent }}">
<main>
  <h1>{{ headline }}</h1>
  <p class="intro">{{ intro }}</p>
  {{#if hero}}<img class="hero" src="{{ hero }}" alt="">{{/if}}
  {{#if offers}}
  <h2>What we offer</h2>
  <ul class="offers">
    {{#each offers}}<li>
      <h3>{{ name }}</h3>
      <p>{{ text }}</p>
      {{#if price}}<p class="price">{{ price }}</p>{{/if}}
    </li>
    {{/each}}
  </ul>
  {{/if}}
  {{#if showProducts}}{{#if products}}
  <h2>Products</h2>
  <ul class="offers">
    {{#each products}}<li>
      <h3><a href="{{ url }}">{{ name }}</a></h3>
      <p>{{ description }}</p>
      <p class="price">{{ price }}</p>
    </li>
    {{/each}}
  </ul>
  {{/if}}{{/if}}
  {{#if showEvents}}{{#if events}}
  <h2>Events</h2>
  <ul class="offers">
    {{#each events}}<li>
      <h3><a href="{{ url }}">{{ title }}</a></h3>
      <p>{{ when }}</p>
      <p>{{ place }}</p>
    </li>
    {{/each}}
  </ul>
  {{/if}}{{/if}}
  {{#if form}}
  <h2>Ask for a quote</h2>
  <form method="post" action="/api/public/quotes">
    <input type="hidden" name="org" value="${orgId}">
    <label class="trap" aria-hidden="true">Website <input name="website" tabindex="-1" autocomplete="off"></label>
    <label>Name <input name="name" autocomplete="name" required maxlength="200"></label>
    <label>Email <input name="email" type="email" autocomplete="email" required maxlength="320"></label>
    <label>What do you need? <textarea name="message" rows="5" required maxlength="5000"></textarea></label>
    <button>Send the request</button>
  </form>
  {{/if}}
  {{#if contact}}<footer>{{ contact }}</footer>{{/if}}
</main>
</body>
</html>
`,
})
