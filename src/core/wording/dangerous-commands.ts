/**
 * Commands that are known to be dangerous. Every pattern is tried on one word, or stops where it could start
 * again, so that matching takes linear time for any input.
 */
import { t } from '../translate.ts';

interface DangerousCommand {
  readonly words: string;
  /**
   * These occur in one command in this order, possibly with other words between them. The first is a program.
   */
  readonly steps: readonly (string | RegExp)[];
}

const COMMANDS: readonly DangerousCommand[] = [
  { words: t('Deletes folders and everything in them.'), steps: ['rm', /^-(?:[a-zA-Z]*[rR]|-r)/] },
  { words: t('Deletes every file it finds.'), steps: ['find', '-delete'] },
  { words: t('Destroys data permanently.'), steps: [/^(?:shred|wipefs|mkfs(?:\.\w+)?)$/] },
  { words: t('Writes directly to a disk.'), steps: ['dd', /^of=\/dev\//] },
  {
    words: t('May overwrite commits that others have pushed.'),
    steps: ['git', 'push', /^(?:--for|-[a-zA-Z]*f|\+.)/],
  },
  { words: t('Discards uncommitted changes.'), steps: ['git', 'reset', /^--ha/] },
  {
    words: t('Discards uncommitted changes.'),
    steps: ['git', 'clean', /^(?:-[a-zA-Z]*f|--f)/],
  },
  { words: t('Discards uncommitted changes.'), steps: ['git', 'checkout', '--'] },
  { words: t('Discards uncommitted changes.'), steps: ['git', 'restore'] },
  {
    words: t('Deletes history that git may not be able to restore.'),
    steps: ['git', 'branch', /^-[a-zA-Z]*D/],
  },
  { words: t('Deletes history that git may not be able to restore.'), steps: ['git', 'push', /^--de/] },
  {
    words: t('Deletes history that git may not be able to restore.'),
    steps: ['git', /^filter-(?:branch|repo)$/],
  },
  { words: t('Runs as administrator.'), steps: [/^(?:sudo|doas|su)$/] },
  {
    words: t('Lets everyone on the machine change these files.'),
    steps: ['chmod', /^(?:0?777|a\+w|o\+w)$/],
  },
  {
    words: t('Changes the owner or permissions of a whole folder.'),
    steps: [/^ch(?:own|mod)$/, /^(?:-[a-zA-Z]*R|--rec)/],
  },
  {
    words: t('Changes shared machines or services.'),
    steps: [/^(?:terraform|tofu)$/, /^(?:destroy|apply)$/],
  },
  { words: t('Changes shared machines or services.'), steps: ['kubectl', 'delete'] },
  {
    words: t('Changes shared machines or services.'),
    steps: ['helm', /^(?:uninstall|delete)$/],
  },
  {
    words: t('Publishes or withdraws a public package.'),
    steps: [/^(?:npm|pnpm|yarn|cargo|gem|twine)$/, /^(?:publish|upload|push|yank|unpublish)$/],
  },
  { words: t('Shuts down or restarts the machine.'), steps: [/^(?:shutdown|reboot|halt|poweroff)$/] },
  { words: t('Kills processes.'), steps: [/^(?:pkill|killall)$/] },
  { words: t('Kills processes.'), steps: ['kill', /^-(?:9|(?:SIG)?KILL)$/] },
];

/** Dangers that are not single words: all patterns of an entry occur in the text. */
const TEXTS: readonly { readonly words: string; readonly patterns: readonly RegExp[] }[] = [
  { words: t('Writes directly to a disk.'), patterns: [/>\s*\/dev\/(?:sd|nvme|disk|hd)/] },
  {
    words: t('Deletes data from a database.'),
    patterns: [
      /\b(?:drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from\s+[^\s;"]+\s*(?:;|$|"))/i,
    ],
  },
  { words: t('Starts processes endlessly.'), patterns: [/:\s*\(\s*\)\s*\{/, /:\s*\|\s*:/] },
  {
    words: t('Accesses keys or passwords.'),
    patterns: [
      /(?:~|\$HOME|\/(?:home|Users)\/[^/\s]+)\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|docker)\b|\bid_(?:rsa|ed25519)\b/,
    ],
  },
];

const FROM_THE_INTERNET = t('Runs a script from the internet that nobody has reviewed.');
const FETCHES = /^(?:curl|wget|fetch)$/;
const RUNS_SCRIPTS = /^(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby)$/;

/** Separators between commands. One that joins two file descriptors, as in `2>&1`, does not count. */
const BETWEEN = /(\|\||&&|[;|\n]|(?<![<>])&)/;
/** Separators between words; quotes too, since their content may be run. */
const NOT_WORDS = /[\s(){}<>`"'$]+/;

/** Sentences, possibly with duplicates. */
export function findDangerousCommands(text: string): string[] {
  const pieces = text.replaceAll('\\\n', ' ').split(BETWEEN);
  // Commands and the separators between them alternate.
  const commands = pieces.filter((_, at) => at % 2 === 0).map((piece) => piece.split(NOT_WORDS));
  const signs = pieces.filter((_, at) => at % 2 === 1);
  const isMeant = ({ steps }: DangerousCommand) => commands.some((words) => hasSteps(words, steps));
  return [
    ...COMMANDS.filter(isMeant).map(({ words }) => words),
    ...(runsFetched(commands, signs) ? [FROM_THE_INTERNET] : []),
    ...TEXTS.filter(({ patterns }) => patterns.every((one) => one.test(text))).map(({ words }) => words),
  ];
}

function hasSteps(words: readonly string[], steps: DangerousCommand['steps']): boolean {
  let reached = 0;
  for (const word of words) {
    const step = steps[reached];
    if (step !== undefined && fits(reached === 0 ? nameOf(word) : word, step)) reached++;
  }
  return reached === steps.length;
}

function fits(word: string, step: string | RegExp): boolean {
  return typeof step === 'string' ? word === step : step.test(word);
}

/** `curl … | sh`, and `sh -c "$(curl …)"`. */
function runsFetched(commands: readonly (readonly string[])[], signs: readonly string[]): boolean {
  let isFetched = false;
  return commands.some((command, at) => {
    const names = command.filter((word) => word !== '' && word !== 'sudo').map(nameOf);
    const [first = ''] = names;
    const sign = signs[at - 1];
    // A single "&" may be part of an address; the line may continue after a pipe.
    if (sign !== '|' && sign !== '&' && !(sign === '\n' && first !== '' && signs[at - 2] === '|'))
      isFetched = false;
    if (isFetched && (sign === '|' || sign === '\n') && RUNS_SCRIPTS.test(first)) return true;
    if (names.some((name) => FETCHES.test(name))) isFetched = true;
    return names.some((name, place) => {
      const next = names[place + 1] === '-c' ? names[place + 2] : names[place + 1];
      return RUNS_SCRIPTS.test(name) && FETCHES.test(next ?? '');
    });
  });
}

function nameOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
