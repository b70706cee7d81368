// Posts requests of Claude to a chat, and sends the replies from the chat back as answers.
//   CHAT_URL=https://chat.example/hooks/1 PORT=8080 node chat-relay.mjs
//   reins config set notify '[{"type":"webhook","url":"http://127.0.0.1:8080/reins","kinds":["needs_answer"]}]'
// The chat gets {text, thread}; it posts {thread, text, by} to /chat: "yes", "no" and a reason, or an answer as text.
import { createServer } from 'node:http';
import { connect, ReinsError } from 'reins/sdk';

const { CHAT_URL = '', PORT = '8080' } = process.env;
const reins = await connect();

/** The hub's webhook: a request needs an answer. */
async function notify({ interaction_id: id }) {
  const { items } = await reins.interactions({ id });
  if (items[0]) await post(id, describe(items[0]));
}

function describe({ kind, tool_name, input }) {
  if (kind === 'permission')
    return `Claude wants to use ${tool_name}: ${input.command ?? JSON.stringify(input)}`;
  if (kind === 'plan') return `Claude has a plan:\n${input.plan}`;
  if (kind === 'question') return input.questions.map(({ question }) => question).join('\n');
  return `An MCP server asks for input: ${input.message}`;
}

/** Someone replied in the chat. The first answer counts; a later one gets a message that says who was first. */
async function answer({ thread: id, text }) {
  const [interaction] = (await reins.interactions({ id })).items;
  if (!interaction) return 'There is nothing to answer here.';
  try {
    await reins.answer(id, toAnswer(interaction, text.trim()));
    return 'Done.';
  } catch (error) {
    if (error instanceof ReinsError) return error.message;
    throw error;
  }
}

function toAnswer({ kind, input }, text) {
  const [, word, reason] = /^(yes|no)\b[,:\s]*(.*)$/is.exec(text) ?? [];
  const isYes = word?.toLowerCase() === 'yes';
  if (kind === 'permission')
    return isYes ? { decision: 'allow' } : { decision: 'deny', message: reason || text };
  if (kind === 'plan')
    return isYes ? { decision: 'approve' } : { decision: 'reject', feedback: reason || text };
  if (kind === 'question' && input.questions.length === 1)
    return { answers: { [input.questions[0].question]: text } };
  return kind === 'question' ? { reply: text } : { action: 'decline' };
}

async function post(thread, text) {
  const body = JSON.stringify({ thread, text });
  await fetch(CHAT_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

createServer(async (request, response) => {
  try {
    let body = '';
    for await (const piece of request) body += piece;
    const received = JSON.parse(body);
    if (request.url === '/reins') {
      await notify(received);
      response.end();
    } else response.end(await answer(received));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`relaying on port ${this.address().port}`);
});
