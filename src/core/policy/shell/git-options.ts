/**
 * Options of git that only change what it shows or does to its own files. Same notation as in
 * `harmless-options.ts`.
 */
import type { HarmlessOptions } from './program-options.ts';

const DIFF_LETTERS = 'pusabwRztrU:M:C:B:S:G:l:';
const DIFF = `
  patch no-patch raw stat compact-summary numstat shortstat dirstat summary name-only name-status unified minimal
  patience histogram diff-algorithm color no-color color-words word-diff word-diff-regex color-moved no-renames
  find-renames find-copies find-copies-harder diff-filter pickaxe-all pickaxe-regex relative no-relative text
  ignore-cr-at-eol ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines function-context
  exit-code quiet no-ext-diff no-textconv ignore-submodules submodule src-prefix dst-prefix no-prefix abbrev
  no-abbrev full-index binary check cached staged no-index merge-base inter-hunk-context
`;
const LOG_LETTERS = `${DIFF_LETTERS}n:L:gicEFPmq0123456789`;
const LOG = `${DIFF}
  oneline graph no-graph decorate no-decorate decorate-refs decorate-refs-exclude all branches tags remotes glob exclude
  author committer grep all-match invert-grep since until after before max-count skip merges no-merges first-parent
  reverse date date-order topo-order author-date-order follow full-history simplify-by-decoration pretty format
  abbrev-commit no-abbrev-commit left-right left-only right-only cherry cherry-pick cherry-mark boundary source
  walk-reflogs no-walk notes no-notes regexp-ignore-case extended-regexp fixed-strings perl-regexp ancestry-path
  relative-date parents children count objects full-diff show-signature expand-tabs no-expand-tabs
`;
const MERGING = `
  ff no-ff ff-only squash no-squash commit no-commit stat no-stat abort continue quit skip quiet verbose no-edit signoff
  no-signoff allow-unrelated-histories no-verify autostash no-autostash progress no-progress
`;
const REMOTE = `
  all tags no-tags prune quiet verbose dry-run force progress no-progress atomic depth deepen unshallow shallow-since
  jobs set-upstream ipv4 ipv6
`;

/** Other subcommands, and aliases, may run anything. */
export const GIT_SUBCOMMANDS: Readonly<Record<string, HarmlessOptions>> = {
  status: {
    letters: 'sbvzu:',
    names:
      'short branch show-stash porcelain long verbose untracked-files ignored ignore-submodules null column no-column ahead-behind no-ahead-behind renames no-renames',
  },
  log: { letters: LOG_LETTERS, names: LOG },
  show: { letters: LOG_LETTERS, names: LOG },
  whatchanged: { letters: LOG_LETTERS, names: LOG },
  reflog: { letters: LOG_LETTERS, names: LOG },
  'rev-list': { letters: LOG_LETTERS, names: LOG },
  shortlog: { letters: `${LOG_LETTERS}ew:`, names: `${LOG} numbered summary email group` },
  diff: { letters: `${DIFF_LETTERS}0123456789`, names: DIFF },
  'diff-tree': { letters: `${DIFF_LETTERS}cmv`, names: `${DIFF} root no-commit-id` },
  'diff-index': { letters: DIFF_LETTERS, names: DIFF },
  'diff-files': { letters: DIFF_LETTERS, names: DIFF },
  blame: {
    letters: 'L:lwtsefnpcbM:C:',
    names:
      'porcelain line-porcelain incremental root show-stats date show-name show-number show-email since reverse first-parent ignore-rev ignore-revs-file abbrev progress no-progress',
  },
  grep: {
    letters: 'inIlLcwvEGFPHhe:f:qA:B:C:m:pWazor0123456789',
    names: `
      ignore-case line-number files-with-matches name-only files-without-match count word-regexp invert-match
      extended-regexp basic-regexp fixed-strings perl-regexp cached untracked no-index recursive no-recursive max-depth
      text show-function function-context context after-context before-context and or not all-match quiet color
      no-color column heading break full-name threads only-matching null max-count exclude-standard`,
  },
  'rev-parse': {
    letters: 'q',
    names: `
      abbrev-ref show-toplevel git-dir absolute-git-dir git-common-dir is-inside-work-tree is-inside-git-dir
      is-bare-repository is-shallow-repository short verify quiet symbolic symbolic-full-name all branches tags remotes
      show-prefix show-cdup show-superproject-working-tree since until`,
  },
  'ls-files': {
    letters: 'cdmoiusktvfzx:X:',
    names:
      'cached deleted modified others ignored stage unmerged killed directory error-unmatch exclude exclude-from exclude-standard full-name abbrev eol deduplicate format',
  },
  'ls-tree': {
    letters: 'drtlz',
    names: 'long name-only name-status object-only full-name full-tree format abbrev',
  },
  'ls-remote': { letters: 'htq46', names: 'heads branches tags refs quiet exit-code get-url sort symref' },
  'cat-file': { letters: 'ptse', names: 'batch-check batch-all-objects' },
  'for-each-ref': {
    names: 'format sort count contains no-contains merged no-merged points-at ignore-case color',
  },
  'show-ref': { letters: 'qdsh', names: 'heads branches tags head dereference hash abbrev quiet verify' },
  'symbolic-ref': { letters: 'qd', names: 'short quiet' },
  'name-rev': { names: 'tags refs exclude all name-only no-undefined always' },
  'merge-base': { letters: 'a', names: 'all octopus is-ancestor fork-point independent' },
  'count-objects': { letters: 'vH', names: 'verbose human-readable' },
  describe: {
    names:
      'tags all contains always dirty broken abbrev candidates exact-match match exclude first-parent long',
  },
  version: { names: 'build-options' },
  add: { letters: 'nvfuAN', names: 'dry-run verbose force update all no-all intent-to-add refresh chmod' },
  mv: { letters: 'fknv', names: 'force dry-run verbose' },
  rm: { letters: 'rfnq', names: 'cached dry-run force quiet ignore-unmatch' },
  clean: { letters: 'dfxXnqe:', names: 'dry-run force quiet exclude' },
  commit: {
    letters: 'am:F:qsvnu:C:',
    names: `
      all message file amend no-edit quiet signoff no-signoff verbose no-verify allow-empty allow-empty-message author
      date fixup squash reuse-message dry-run short branch porcelain long trailer status no-status only include cleanup
      gpg-sign no-gpg-sign reset-author`,
  },
  branch: {
    letters: 'avrdDmMcCflqtu:',
    names: `
      all remotes list verbose delete force move copy merged no-merged contains no-contains show-current sort format
      points-at column no-column color no-color abbrev no-abbrev ignore-case track no-track set-upstream-to
      unset-upstream quiet`,
  },
  tag: {
    letters: 'aln:m:F:dfvsiu:0123456789',
    names:
      'list annotate message file delete force verify sign contains no-contains merged no-merged points-at sort format column no-column color ignore-case',
  },
  checkout: {
    letters: 'b:B:qftdlm23',
    names:
      'quiet force track no-track detach orphan ours theirs merge conflict progress no-progress guess no-guess',
  },
  switch: {
    letters: 'c:C:dqftm',
    names:
      'create force-create detach quiet force discard-changes track no-track orphan guess no-guess merge progress no-progress',
  },
  restore: {
    letters: 's:SWqm23',
    names: 'source staged worktree quiet ours theirs merge progress no-progress overlay no-overlay',
  },
  reset: { letters: 'qN', names: 'soft mixed hard merge keep quiet no-quiet intent-to-add' },
  stash: {
    letters: `${DIFF_LETTERS}m:uaqkS`,
    names: `${DIFF} message include-untracked all keep-index no-keep-index index`,
  },
  worktree: {
    letters: 'b:B:fdqvn',
    names: 'detach checkout no-checkout force porcelain verbose lock reason quiet track expire',
  },
  merge: { letters: 'm:nqvX:', names: MERGING },
  rebase: {
    letters: 'qvnfX:',
    names: `${MERGING} onto keep-base root update-refs no-update-refs rebase-merges autosquash no-autosquash fork-point`,
  },
  'cherry-pick': { letters: 'nxsm:X:', names: `${MERGING} mainline allow-empty` },
  revert: { letters: 'nsm:X:', names: `${MERGING} mainline` },
  pull: { letters: 'qvrtpnfaj:46X:', names: `${MERGING}${REMOTE} rebase no-rebase` },
  fetch: { letters: 'qvatpPfnkj:46', names: `${REMOTE} prune-tags multiple append porcelain` },
  push: {
    letters: 'qvnfudo:46',
    names: `${REMOTE} mirror follow-tags delete force-with-lease no-force-with-lease force-if-includes porcelain no-verify push-option thin`,
  },
  clone: {
    letters: 'qvnb:o:lj:46',
    names: `${REMOTE} branch single-branch no-single-branch bare mirror no-checkout origin filter local no-local no-hardlinks`,
  },
  remote: { letters: 'vfnt:m:', names: 'verbose prune dry-run tags no-tags all push delete add' },
  init: { letters: 'qb:', names: 'quiet bare initial-branch' },
};
