/** A settings file as someone might have edited it by hand: four spaces, unusual places, ten hooks, CRLF here and there. */
export function foreignSettings(): string {
  return `{
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "env": { "EDITOR": "vi",   "TOKEN": "s3cret-\\u00fc" },
    "hooks": {
        "Stop": [
            { "hooks": [ { "type": "command", "command": "say done" }, { "type": "command", "command": "log 'stop'" } ] }
        ],
        "SessionStart": [{"matcher":"startup","hooks":[{"type":"command","command":"./greet.sh","timeout":5}]}],
        "PermissionRequest": [
            {
                "matcher": "Bash",
                "hooks": [
                    { "type": "command", "command": "[ -x /opt/ask ] && /opt/ask \\"$HOME\\" || true" }
                ]
            },
            {
                "hooks": [
                    { "type": "http", "url": "https://example.org/ask", "headers": {} }
                ]
            }
        ],
        "PreToolUse": [
            { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "fmt --check", "async": true }] },
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard.py" }] }
        ],

        "Notification": [ { "hooks": [ { "type": "command", "command": "notify-send Claude" } ] } ],
        "UserPromptSubmit": [ { "hooks": [
            { "type": "command", "command": "date" },
            { "type": "prompt", "prompt": "Is this {\\"safe\\"}?" } ] } ],
        "PostCompact": [ ]
    },
    "permissions": {
        "allow": [
            "Bash(npm test:*)",
            "Read(~/notes/**)"
        ]
    },
    "model": "opus"
}\r\n\r\n`;
}
