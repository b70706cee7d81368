/** The rules as forms, in their order: the first match decides. What a form does not show is in the JSON beside it. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { matchText } from '../../src/core/wording/rule-text.ts';
import type { Policy, Rule } from '../../src/protocol/policy.ts';
import { Icon } from '../parts/icon.tsx';
import {
  DECISIONS,
  FIELDS,
  type Field,
  freeName,
  linesOf,
  otherConditions,
  withLines,
} from './rule-fields.ts';

interface RuleFormsProps {
  /** Missing while the JSON is invalid. */
  readonly policy: Policy | undefined;
  readonly onChange: (policy: Policy) => void;
}

export function RuleForms({ policy, onChange }: RuleFormsProps) {
  const [opened, setOpened] = useState<number>();
  if (!Array.isArray(policy?.rules)) return <p class="muted">{t('Fix the JSON to edit rules here.')}</p>;
  const { rules } = policy;
  const set = (next: readonly Rule[]) => onChange({ ...policy, rules: [...next] });
  const move = (from: number, to: number) => {
    const next = rules.filter((_, index) => index !== from);
    next.splice(to, 0, rules[from] as Rule);
    set(next);
    setOpened(undefined);
  };
  return (
    <div class="rule-forms">
      <ol>
        {rules.map((rule, index) => (
          <li key={index} class="rule-form">
            <button
              type="button"
              class="rule-head"
              aria-expanded={opened === index}
              onClick={() => setOpened(opened === index ? undefined : index)}
            >
              <Icon name={opened === index ? 'down' : 'forward'} />
              <span class="cut">{rule.name || t('Unnamed rule')}</span>
              <span class="small muted">{decisionName(rule)}</span>
            </button>
            {opened === index && (
              <div class="form">
                <RuleForm
                  rule={rule}
                  onChange={(changed) => set(rules.map((one, at) => (at === index ? changed : one)))}
                />
                <div class="row-end">
                  <button
                    type="button"
                    class="button small"
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    {t('Move up')}
                  </button>
                  <button
                    type="button"
                    class="button small"
                    disabled={index === rules.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    {t('Move down')}
                  </button>
                  <button
                    type="button"
                    class="button small danger"
                    onClick={() => {
                      set(rules.filter((_, at) => at !== index));
                      setOpened(undefined);
                    }}
                  >
                    {t('Delete')}
                  </button>
                </div>
              </div>
            )}
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button"
        onClick={() => {
          set([...rules, { name: freeName(t('New rule'), rules), match: {}, decide: 'ask' }]);
          setOpened(rules.length);
        }}
      >
        <Icon name="plus" /> {t('Add a rule')}
      </button>
    </div>
  );
}

function decisionName({ decide, enabled }: Rule): string {
  if (enabled === false) return t('Off');
  return typeof decide === 'string' ? DECISIONS[decide] : 'deny' in decide ? DECISIONS.deny : t('Answer');
}

interface RuleFormProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

function RuleForm({ rule, onChange }: RuleFormProps) {
  const { match, decide } = rule;
  const others = matchText(otherConditions(match));
  return (
    <>
      <label>
        <span class="label">{t('Name')}</span>
        <input
          class="field"
          value={rule.name}
          maxLength={100}
          onInput={(event) => onChange({ ...rule, name: event.currentTarget.value })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={rule.enabled !== false}
          onChange={({ currentTarget: { checked } }) => {
            const { enabled: _, ...rest } = rule;
            onChange(checked ? rest : { ...rule, enabled: false });
          }}
        />
        <span>{t('Enabled')}</span>
      </label>
      <label>
        <span class="label">{t('Decision')}</span>
        <select
          class="field"
          value={typeof decide === 'string' ? decide : ''}
          onChange={(event) => onChange({ ...rule, decide: event.currentTarget.value as Rule['decide'] })}
        >
          {typeof decide !== 'string' && <option value="">{t('As in the JSON')}</option>}
          {Object.entries(DECISIONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {(Object.keys(FIELDS) as Field[]).map((field) => (
        <PatternField
          key={field}
          label={FIELDS[field]}
          value={linesOf(match, field)}
          onChange={(text) => onChange({ ...rule, match: withLines(match, field, text) })}
        />
      ))}
      {others !== undefined && (
        <p class="muted small">{t('Only when {conditions}.', { conditions: others })}</p>
      )}
    </>
  );
}

interface PatternFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Keeps what is typed, such as an empty line, until the field is left. */
function PatternField({ label, value, onChange }: PatternFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  return (
    <label>
      <span class="label">{label}</span>
      <textarea
        class="field mono"
        rows={Math.max(1, text.split('\n').length)}
        spellcheck={false}
        autocapitalize="off"
        placeholder={t('any; one pattern per line')}
        value={text}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
