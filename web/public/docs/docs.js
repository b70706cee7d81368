/** Search in the documentation. The index is loaded when the field is used for the first time. */
const field = document.querySelector('input[type=search]');
const results = document.querySelector('#results');
const MOST = 12;
const BEFORE = 20;
const AFTER = 160;
let index;

field.addEventListener('focus', load, { once: true });
field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') results.querySelector('a')?.click();
  if (event.key === 'Escape') clear();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('search') || event.target.closest('#results a')) results.hidden = true;
});

// On wide screens the menu is always open.
const menu = document.querySelector('nav details');
const wide = matchMedia('(min-width: 60rem)');
const openMenu = () => {
  menu.open = wide.matches;
};
wide.addEventListener('change', openMenu);
openMenu();
for (const link of document.querySelectorAll('nav a')) {
  if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
}

function load() {
  index ??= fetch('/docs/search.json').then((answer) => answer.json());
  return index;
}

async function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return clear();
  const sections = await load();
  const hits = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  results.replaceChildren(...hits.map(({ section }) => rowOf(section, words)));
  if (hits.length === 0)
    results.append(Object.assign(document.createElement('li'), { textContent: 'No matches' }));
  results.hidden = false;
}

/** 0 unless every word is there. Titles and headings count more than text. */
function scoreOf({ title, heading, text }, words) {
  const [inTitle, inHeading, inText] = [title, heading, text].map((part) => part.toLowerCase());
  let score = 0;
  for (const word of words) {
    const often = Math.min(5, inText.split(word).length - 1);
    const found = (inHeading.includes(word) && 8) + (inTitle.includes(word) && 4) + often;
    if (!found) return 0;
    score += found;
  }
  return score;
}

function rowOf({ title, heading, href, text }, words) {
  const row = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href });
  const name = Object.assign(document.createElement('b'), {
    textContent: heading === title ? title : `${title}: ${heading}`,
  });
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)));
  const begin = Math.max(0, at - BEFORE);
  const snippet = Object.assign(document.createElement('span'), {
    textContent: (begin > 0 ? '…' : '') + text.slice(begin, at + AFTER),
  });
  link.append(name, snippet);
  row.append(link);
  return row;
}

function clear() {
  results.hidden = true;
  results.replaceChildren();
}
