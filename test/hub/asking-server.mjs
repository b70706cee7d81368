/** An MCP server over stdio with one tool, `ask`, that asks a person for their name. */
import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const schema = { type: 'object', properties: {} };
/** @type {number | string | undefined} The call that waits for the answer. */
let call;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'asking', version: '1' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools: [{ name: 'ask', description: 'Asks', inputSchema: schema }] } });
  } else if (method === 'tools/call') {
    call = id;
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    send({ id: 'ask-1', method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } });
  } else if (id === 'ask-1') {
    send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result ?? {}) }] } });
  }
});
