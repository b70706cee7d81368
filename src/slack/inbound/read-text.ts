/** Text as people typed it, from the form in which Slack delivers it. Pure. */

/** Links become their address, mentions keep their id or name, and entities are resolved. */
export function readSlackText(text: string): string {
  return text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label: string | undefined) => {
      if (/^[@#!]/.test(target)) return label ? `${target.charAt(0)}${label.replace(/^[@#]/, '')}` : target;
      const isSame = label === undefined || target.endsWith(label);
      return isSame ? target.replace(/^mailto:/, '') : `${label} (${target})`;
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** A prompt that starts with this steers the running turn. */
const STEER = '!';

export function readPrompt(text: string): { readonly text: string; readonly when: 'queue' | 'steer' } {
  const typed = readSlackText(text).trim();
  return typed.startsWith(STEER)
    ? { text: typed.slice(STEER.length).trim(), when: 'steer' }
    : { text: typed, when: 'queue' };
}
