/** The scripts that make a shell complete `reins`: they pass the words on, and offer files if there are no completions. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const SHELL_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# To enable it in every shell: reins completion bash > ~/.local/share/bash-completion/completions/reins
_reins() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    # Names from others may contain characters that bash interprets.
    printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(reins complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
}
complete -o default -F _reins reins
`,
  zsh: `#compdef reins
# To enable it in every shell: reins completion zsh > a file named _reins in a folder of $fpath
_reins() {
  local line
  local -a items
  for line in "\${(@f)$(reins complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#items} )); then _describe reins items; else _files; fi
}
compdef _reins reins
`,
  fish: `# To enable it in every shell: reins completion fish > ~/.config/fish/completions/reins.fish
function __reins_complete
    set -l words (commandline -opc)
    set -l lines (reins complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $lines) -eq 0
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $lines
    end
end
complete -c reins -f -a '(__reins_complete)'
`,
};
