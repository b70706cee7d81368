/** What a takeover would lose, one line each, as reported in the hub's refusal. */

/** Undefined if the refusal does not list losses. */
export function lossText(details: Readonly<Record<string, unknown>> | undefined): string[] | undefined {
  const lost = details?.['lost'];
  return Array.isArray(lost) ? lost.map(describeOne) : undefined;
}

function describeOne(loss: unknown): string {
  const description =
    typeof loss === 'object' && loss !== null ? (loss as Record<string, unknown>)['description'] : loss;
  return typeof description === 'string' ? description : JSON.stringify(loss);
}
