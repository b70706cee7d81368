/** What would be lost by taking a session over, one line each, as the hub's refusal tells it. */

/** Undefined when the refusal does not say. */
export function lossWords(details: Readonly<Record<string, unknown>> | undefined): string[] | undefined {
  const lost = details?.['lost'];
  return Array.isArray(lost) ? lost.map(describeOne) : undefined;
}

function describeOne(loss: unknown): string {
  const description =
    typeof loss === 'object' && loss !== null ? (loss as Record<string, unknown>)['description'] : loss;
  return typeof description === 'string' ? description : JSON.stringify(loss);
}
