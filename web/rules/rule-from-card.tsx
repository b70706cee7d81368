/** "Always allow like this": builds a rule from a request, and shows what it would have allowed so far. */
import { useEffect, useState } from 'preact/hooks';
import { suggestMatches } from '../../src/core/policy/suggest-matches.ts';
import { t, tn } from '../../src/core/translate.ts';
import { matchText } from '../../src/core/wording/rule-text.ts';
import { shortHome } from '../../src/core/wording/shown-path.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import type { Interaction } from '../../src/protocol/interactions.ts';
import type { Policy, Rule } from '../../src/protocol/policy.ts';
import type { PolicyAnswer, SimulatedAsk } from '../../src/protocol/policy-api.ts';
import { useHub } from '../hub/page-hub.ts';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { showDone } from '../parts/strip.tsx';
import { Warning } from '../parts/warning.tsx';
import { freeName } from './rule-fields.ts';
import { PastRequest } from './test-result.tsx';

interface RuleFromCardProps {
  readonly interaction: Interaction;
  readonly cwd: string;
  /** The rule is saved: allow this request, too. */
  readonly onAllow: () => void;
  readonly onClose: () => void;
}

const SHOWN = 5;

export function RuleFromCard({ interaction, cwd, onAllow, onClose }: RuleFromCardProps) {
  const { client } = useHub();
  const matches = suggestMatches(interaction, cwd);
  const [chosen, setChosen] = useState(0);
  const [isHere, setHere] = useState(cwd !== '');
  const [known, setKnown] = useState<PolicyAnswer>();
  const [past, setPast] = useState<readonly SimulatedAsk[]>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const match = matches[chosen] ?? matches[0];
  const rule = match && toRule({ ...match, ...(isHere && { cwd }) }, known?.policy);
  const policy = known && rule && { ...known.policy, rules: [...known.policy.rules, rule] };

  const fail = (error: unknown) => setProblem(problemText(error));
  useEffect(() => void client.policy.get().then(setKnown, fail), []);
  useEffect(() => {
    if (!policy || !rule) return;
    setPast(undefined);
    setProblem(undefined);
    let isLeft = false;
    client.policy.simulate({ policy }).then(
      ({ items }) => !isLeft && setPast(items.filter(isOf(rule, interaction.id))),
      (error) => !isLeft && fail(error),
    );
    return () => {
      isLeft = true;
    };
  }, [known, chosen, isHere]);

  const own = past?.find(({ interaction_id }) => interaction_id === interaction.id);
  const others = past?.filter((one) => one !== own) ?? [];
  const isUseless = past !== undefined && own?.would !== 'allow';
  const save = async () => {
    if (!policy || !known) return;
    setBusy(true);
    try {
      await client.policy.replace(policy, { version: known.version });
      showDone({
        words: t('Rule saved. Change it under Settings, Rules: {name}', { name: rule?.name ?? '' }),
      });
      onClose();
      onAllow();
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };

  if (!match) {
    return (
      <Sheet title={t('Always allow like this')} onClose={onClose}>
        <p>{t('No pattern describes this request, so no rule can allow it. You can still allow it once.')}</p>
        <SheetEnd onClose={onClose} />
      </Sheet>
    );
  }
  return (
    <Sheet title={t('Always allow like this')} onClose={onClose}>
      <fieldset class="rule-choices" aria-label={t('What to allow')}>
        {matches.map((one, index) => (
          <label key={index} class="check">
            <input type="radio" name="match" checked={index === chosen} onChange={() => setChosen(index)} />
            <span>{t('Allow when {conditions}', { conditions: matchText(one) ?? '' })}</span>
          </label>
        ))}
        {cwd !== '' && (
          <label class="check">
            <input
              type="checkbox"
              checked={isHere}
              onChange={(event) => setHere(event.currentTarget.checked)}
            />
            <span>{t('Only in {folder}', { folder: shortHome(cwd) })}</span>
          </label>
        )}
      </fieldset>
      {problem && <Warning words={problem} />}
      {isUseless && !problem && (
        <Warning words={own?.reason ?? t('This rule would not allow this request, so it would not help.')} />
      )}
      {past && !isUseless && (
        <section aria-label={t('Past requests')}>
          <p>{countText(others.length)}</p>
          <ul class="devices">
            {others.slice(0, SHOWN).map((one) => (
              <PastRequest key={one.interaction_id} past={one}>
                {one.compared === 'wider' ? t('was denied') : t('was allowed')}
              </PastRequest>
            ))}
          </ul>
        </section>
      )}
      {rule && (
        <details>
          <summary class="small muted">{t('The rule as JSON')}</summary>
          <pre class="code">{JSON.stringify(rule, null, 2)}</pre>
        </details>
      )}
      <SheetEnd onClose={onClose}>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || !past || isUseless || problem !== undefined}
          onClick={() => void save()}
        >
          {t('Save the rule and allow')}
        </button>
      </SheetEnd>
    </Sheet>
  );
}

function toRule(match: Rule['match'], policy: Policy | undefined): Rule {
  const { command, path, host, url, tool } = match;
  const what = [command ?? path ?? host ?? url ?? tool ?? ''].flat().join(', ');
  const wanted = t('Allow {what}', { what });
  return { name: freeName(wanted, policy?.rules ?? []), match, decide: 'allow' };
}

/** What the new rule decides; and this request, even if another rule decides it. */
function isOf(rule: Rule, id: string) {
  return (one: SimulatedAsk) => one.rule?.name === rule.name || one.interaction_id === id;
}

function countText(count: number): string {
  if (count === 0) return t('It would have allowed no other past request.');
  return tn(
    count,
    'It would also have allowed {n} past request:',
    'It would also have allowed {n} past requests:',
  );
}

function problemText(error: unknown): string {
  const listed = error instanceof ReinsError ? error.details?.['problems'] : undefined;
  const problems = Array.isArray(listed) ? (listed as { message: string }[]) : [];
  return problems.length > 0 ? problems.map(({ message }) => message).join(' ') : (error as Error).message;
}
