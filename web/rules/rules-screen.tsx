/** The rules: described in words, edited in forms or as JSON, and tested on past requests before they are saved. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { describeRule } from '../../src/core/wording/rule-text.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import type { Policy, PolicyProblem } from '../../src/protocol/policy.ts';
import type { PolicyAnswer, Simulation } from '../../src/protocol/policy-api.ts';
import { useHub } from '../hub/page-hub.ts';
import { ScreenBar, TO_SETTINGS } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';
import { RuleForms } from './rule-forms.tsx';
import { TestResult } from './test-result.tsx';

export function RulesScreen() {
  const { client, ...hub } = useHubParts();
  const [known, setKnown] = useState<PolicyAnswer>();
  const [text, setText] = useState<string>();
  const [problems, setProblems] = useState<readonly PolicyProblem[]>([]);
  const [tested, setTested] = useState<{ readonly text: string; readonly simulation: Simulation }>();
  const [isBusy, setBusy] = useState(false);

  const take = (answer: PolicyAnswer) => {
    setKnown(answer);
    setProblems(answer.problems);
    setText(undefined);
    setTested(undefined);
  };
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setProblems([]);
    try {
      await call();
    } catch (error) {
      const listed = error instanceof ReinsError ? error.details?.['problems'] : undefined;
      setProblems(Array.isArray(listed) ? listed : [{ path: '', message: (error as Error).message }]);
    }
    setBusy(false);
  };
  // Once, when the screen opens.
  useEffect(() => void run(async () => take(await client.policy.get())), []);

  const parsed = text === undefined ? undefined : parse(text);
  const test = () =>
    run(async () => {
      if (parsed?.policy === undefined) return;
      const simulation = await client.policy.simulate({ policy: parsed.policy });
      setTested({ text: text ?? '', simulation });
    });
  const save = () =>
    run(async () => {
      if (parsed?.policy === undefined) return;
      take(await client.policy.replace(parsed.policy as Policy, { version: known?.version ?? null }));
    });

  return (
    <div class="screen">
      <ScreenBar title={t('Rules')} back={TO_SETTINGS} />
      <div class="scroll">
        <div class={text === undefined ? 'column form' : 'column form wide'}>
          {problems.map(({ line, path, message }) => (
            <Warning
              key={`${path}${message}`}
              words={[line && t('Line {line}:', { line: String(line) }), path && `${path}:`, message]
                .filter(Boolean)
                .join(' ')}
            />
          ))}
          {text === undefined ? (
            <RuleList policy={known?.policy} />
          ) : (
            <div class="rule-editor">
              <RuleForms
                policy={parsed?.policy as Policy | undefined}
                onChange={(policy) => setText(JSON.stringify(policy, null, 2))}
              />
              <label>
                <span class="label">policy.json</span>
                <textarea
                  class="field mono"
                  rows={20}
                  spellcheck={false}
                  autocapitalize="off"
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
                {parsed?.problem && <span class="problem">{parsed.problem}</span>}
              </label>
            </div>
          )}
          {tested && tested.text === text && <TestResult simulation={tested.simulation} />}
          {hub.maySteer && known && (
            <div class="row-end">
              {text === undefined ? (
                <button
                  type="button"
                  class="button large"
                  onClick={() => setText(JSON.stringify(known.policy, null, 2))}
                >
                  {t('Edit')}
                </button>
              ) : (
                <>
                  <button type="button" class="button" disabled={isBusy} onClick={() => take(known)}>
                    {t('Back')}
                  </button>
                  <button type="button" class="button" disabled={isBusy || !parsed?.policy} onClick={test}>
                    {t('Test on past requests')}
                  </button>
                  <button
                    type="button"
                    class="button primary"
                    disabled={isBusy || !parsed?.policy || tested?.text !== text}
                    title={tested?.text === text ? undefined : t('Test on past requests first')}
                    onClick={save}
                  >
                    {t('Save')}
                  </button>
                </>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function RuleList({ policy }: { readonly policy: Policy | undefined }) {
  if (!policy) return null;
  if (policy.rules.length === 0) {
    return (
      <div class="empty">
        <h2>{t('No rules')}</h2>
        <p>
          {t(
            'Rules answer requests for you, for example: allow git status everywhere. Requests that match no rule wait for you.',
          )}
        </p>
      </div>
    );
  }
  return (
    <ol class="rules">
      {policy.rules.map((rule) => (
        <li key={rule.name} class={rule.enabled === false ? 'off' : ''}>
          <strong>{rule.name}</strong>
          {rule.enabled === false && <span class="muted"> {t('(off)')}</span>}
          <p class="small">{describeRule(rule)}</p>
        </li>
      ))}
    </ol>
  );
}

function parse(text: string): { readonly policy?: Record<string, unknown>; readonly problem?: string } {
  try {
    return { policy: JSON.parse(text) as Record<string, unknown> };
  } catch (error) {
    return { problem: t('Invalid JSON: {problem}', { problem: (error as Error).message }) };
  }
}

function useHubParts() {
  const hub = useHub();
  return { client: hub.client, maySteer: hub.maySteer() };
}
