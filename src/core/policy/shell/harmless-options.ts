/**
 * Options known to be harmless, of programs with other options that run programs or write files. Any other
 * option of these programs, even an abbreviated one, must be spelled out by a rule. Data only.
 */
import { GIT_SUBCOMMANDS } from './git-options.ts';
import type { ProgramOptions } from './program-options.ts';

const FD: ProgramOptions = {
  letters: 'HIuUsigapLFt:e:E:d:c:j:S:0q1',
  names: `
    hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path follow
    full-path type extension exclude max-depth min-depth exact-depth color size changed-within changed-before print0
    max-results quiet threads help version strip-cwd-prefix`,
};
const BAT: ProgramOptions = {
  letters: 'nApPl:r:H:f',
  names:
    'plain number show-all language line-range highlight-line style color paging theme tabs wrap decorations help version',
};
const LESS: ProgramOptions = { letters: 'NSRFXinmgIeE', hasPlus: true };
const NPX: ProgramOptions = { letters: 'y', names: 'yes no no-install offline prefer-offline quiet version' };
const NODE: ProgramOptions = {
  letters: 'vc',
  names: `
    version check test watch enable-source-maps no-warnings trace-warnings experimental-strip-types max-old-space-size
    test-name-pattern test-only help`,
};
/** All of their options must be spelled out. */
const NONE: ProgramOptions = {};
const UNKNOWN = `
  gcc g++ cc c++ clang clang++ ld ctags nmap nc ncat netcat tcpdump mail mailx mutt tex latex pdflatex xelatex lualatex
  rpm rpmbuild dpkg dpkg-deb apt apt-get aptitude 7z 7za 7zr cpio openssl rclone pnpm
  tsx ts-node luajit
`;

export const HARMLESS_OPTIONS: ReadonlyMap<string, ProgramOptions> = new Map<string, ProgramOptions>([
  ...UNKNOWN.trim()
    .split(/\s+/)
    .map((name) => [name, NONE] as const),
  ['git', { letters: 'P', names: 'no-pager no-optional-locks version', subcommands: GIT_SUBCOMMANDS }],
  [
    'find',
    {
      letters: 'HLP',
      words: `
        name iname path ipath wholename iwholename regex iregex regextype type xtype size empty newer newermt newerct mtime
        mmin atime amin ctime cmin maxdepth mindepth depth prune print print0 printf ls quit not a and o or follow user
        group uid gid nouser nogroup perm links inum samefile lname ilname readable writable executable mount xdev
        daystart noleaf warn nowarn true false fstype used help version`,
    },
  ],
  ['fd', FD],
  ['fdfind', FD],
  ['bat', BAT],
  ['batcat', BAT],
  ['less', LESS],
  ['more', LESS],
  [
    'rg',
    {
      letters: 'iSsvwxcnNlLoHhFPUae:f:g:t:T:A:B:C:m:d:j:M:r:pquE:0.',
      names: `
        ignore-case smart-case case-sensitive invert-match word-regexp line-regexp count count-matches line-number
        no-line-number files files-with-matches files-without-match only-matching with-filename no-filename
        fixed-strings pcre2 multiline multiline-dotall hidden no-ignore no-ignore-vcs no-ignore-parent unrestricted text
        binary follow glob iglob type type-not type-list after-context before-context context max-count max-depth
        max-columns max-filesize threads replace pretty color colors heading no-heading column json stats sort sortr
        trim vimgrep null regexp file encoding passthru quiet no-messages no-config engine help version`,
    },
  ],
  [
    'tar',
    {
      letters: 'cxtvzjJpkmhOaSdruf:C:b:',
      names: `
        create extract get list verbose file gzip gunzip bzip2 xz zstd lzma directory exclude exclude-vcs strip-components
        keep-old-files skip-old-files keep-newer-files no-same-owner no-same-permissions preserve-permissions touch
        dereference totals wildcards no-wildcards to-stdout one-file-system numeric-owner sort mtime owner group mode
        auto-compress format update append diff compare no-recursion help version`,
      isFirstBundled: true,
      isColonRemote: true,
    },
  ],
  [
    'sort',
    {
      letters: 'bdfghiMnRrVcCmuzk:t:S:s',
      names: `
        ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort month-sort numeric-sort
        random-sort reverse version-sort check merge key unique zero-terminated field-separator stable parallel debug
        buffer-size help version`,
    },
  ],
  [
    'split',
    {
      letters: 'a:b:C:del:n:t:ux',
      names:
        'suffix-length bytes line-bytes numeric-suffixes hex-suffixes lines number separator elide-empty-files verbose additional-suffix help version',
    },
  ],
  [
    'rsync',
    {
      letters: 'avzrlptgoDnhPHAXSuxqciRWmKkLOJ0C8db46',
      names: `
        archive verbose compress recursive links perms times group owner dry-run human-readable progress partial delete
        delete-after delete-before delete-during delete-excluded exclude include exclude-from include-from stats
        itemize-changes update checksum size-only ignore-existing existing relative whole-file bwlimit max-size min-size
        info no-perms no-owner no-group timeout quiet one-file-system hard-links copy-links safe-links numeric-ids inplace
        append partial-dir prune-empty-dirs mkpath list-only help version`,
    },
  ],
  ['scp', { letters: 'rpqvC346BTP:l:' }],
  ['man', { letters: 'kfwa', names: 'apropos whatis where all help version' }],
  [
    'wget',
    {
      letters: 'qvcNrO:P:T:t:U:S',
      names: `
        quiet output-document directory-prefix continue timestamping tries timeout user-agent no-verbose header spider
        server-response recursive level no-parent max-redirect progress show-progress help version`,
    },
  ],
  [
    'zip',
    {
      letters: 'rqvyjuxiDo0123456789',
      names: 'recurse-paths quiet verbose symlinks junk-paths update exclude include',
    },
  ],
  [
    'go',
    {
      words: `
        v run count race cover short timeout bench benchmem cpu failfast json list parallel tags mod n x a p trimpath
        shuffle skip m u all src help`,
    },
  ],
  [
    'npm',
    {
      letters: 'DSEsgfwv',
      names: `
        save save-dev save-exact no-save global omit include silent loglevel json depth all workspace workspaces
        if-present dry-run no-audit no-fund legacy-peer-deps ignore-scripts force yes version help`,
      isFreeAfterDashes: true,
    },
  ],
  ['npx', NPX],
  ['bunx', NPX],
  [
    'deno',
    {
      names: 'version help',
      subcommands: { run: {}, test: {}, fmt: { names: 'check' }, lint: {}, check: {}, info: {}, doc: {} },
    },
  ],
  // Interpreters: options before the script.
  ['python', { letters: 'uBEIOsSvqV', names: 'version help' }],
  ['pypy', { letters: 'uBEIOsSvqV', names: 'version help' }],
  ['node', NODE],
  ['nodejs', NODE],
  ['bun', { names: 'version help watch hot' }],
  ['perl', { letters: 'wv' }],
  ['ruby', { letters: 'wv' }],
  ['php', { letters: 'vl' }],
  ['lua', { letters: 'v' }],
  ['rscript', { names: 'version' }],
]);
