/**
 * An MCP server over stdio with one tool, `ask`, that requests input from a person: their name, or what its input specifies.
 * The tool's result is the person's answer, as JSON.
 */
import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const NAME = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
/** @type {Map<string, number | string>} Calls that wait for an answer, by the id of the request. */
const calls = new Map();

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'asking', version: '1' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: { ask: { type: 'object' } } };
    send({ id, result: { tools: [{ name: 'ask', description: 'Asks', inputSchema }] } });
  } else if (method === 'tools/call') {
    const interactionId = `ask-${calls.size + 1}`;
    calls.set(interactionId, id);
    send({ id: interactionId, method: 'elicitation/create', params: params.arguments?.ask ?? NAME });
  } else if (calls.has(id)) {
    send({
      id: calls.get(id),
      result: { content: [{ type: 'text', text: JSON.stringify(result ?? error) }] },
    });
  }
});
