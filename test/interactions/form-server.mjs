/** An MCP server over stdio with one tool, `fill`, that requests a form with fields of every kind. */
import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const requestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name' },
    colour: { type: 'string', enum: ['red', 'green', 'blue'] },
    agreed: { type: 'boolean', title: 'All right' },
    count: { type: 'integer', title: 'How many' },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
    note: { type: 'string' },
  },
  required: ['name'],
};
/** @type {number | string | undefined} The call that waits for the answer. */
let call;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'forms', version: '1' };
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: {} };
    send({ id, result: { tools: [{ name: 'fill', description: 'Asks', inputSchema }] } });
  } else if (method === 'tools/call') {
    call = id;
    send({ id: 'form', method: 'elicitation/create', params: { message: 'Who are you?', requestedSchema } });
  } else if (id === 'form') {
    send({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result ?? {}) }] } });
  }
});
