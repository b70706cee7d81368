/** The icons of the page, on a 24-unit grid with one line width. They only repeat the text beside them. */

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  info: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 11v5M12 8v.5',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM16 16l4.5 4.5',
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h5l1.5 2.5h3L15 13h5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.5M4 12h.5M4 18h.5',
  send: 'M12 19V6M6 11.5L12 5.5l6 6',
  stop: 'M7 7h10v10H7z',
  folder: 'M4 6h6l2 2h8v11H4z',
  branch: 'M7 5v14M7 5h.5M7 19h.5M17 7c0 5-10 4-10 8M17 7h.5',
  microphone: 'M12 14a3 3 0 0 1-3-3V7a3 3 0 0 1 6 0v4a3 3 0 0 1-3 3zM6 11a6 6 0 0 0 12 0M12 17v3',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  more: 'M5 12h.5M12 12h.5M19 12h.5',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.5',
  settings: 'M5 7h9M18 7h1M5 17h1M10 17h9M16 5v4M8 15v4',
  command: 'M5 7l5 5-5 5M12 18h7',
  read: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18z',
  write: 'M6 3h8l4 4v14H6zM14 3v4h4M12 11v6M9 14h6',
  web: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18z',
  agent: 'M7 5v8a4 4 0 0 0 4 4h6M14 14l3 3-3 3',
  task: 'M4 6l1.5 1.5L8 5M4 13l1.5 1.5L8 12M12 6.5h8M12 13.5h8M12 19.5h8',
  ask: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z',
  plan: 'M6 4h12v16H6zM9 9h6M9 13h6',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.5M8 16h.5',
  other: 'M12 4l8 4.5v7L12 20l-8-4.5v-7zM4 8.5l8 4.5 8-4.5M12 13v7',
  thinking: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      class={`icon ${name === 'back' || name === 'forward' ? 'directed' : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
