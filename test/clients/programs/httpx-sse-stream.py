"""With httpx-sse, asynchronously."""
import asyncio
import json
import os
import sys
import uuid

import httpx
import httpx_sse

CLIENT = httpx.AsyncClient(
    base_url=os.environ['REINS_URL'] + '/api',
    headers={'Authorization': 'Bearer ' + os.environ['REINS_TOKEN']},
    timeout=60,
)


async def call(method, path, body=None):
    """Repeats a call that did not reach the hub, or whose response was lost."""
    headers = {'Idempotency-Key': str(uuid.uuid4())}
    while True:
        try:
            return (await CLIENT.request(method, path, json=body, headers=headers)).raise_for_status()
        except httpx.TransportError:
            await asyncio.sleep(0.2)


async def events(session):
    headers = {}
    while True:
        path = f'/sessions/{session}/events?live=false'
        try:
            async with httpx_sse.aconnect_sse(CLIENT, 'GET', path, headers=headers) as source:
                async for event in source.aiter_sse():
                    headers['Last-Event-ID'] = event.id
                    # Against the standard, heartbeats arrive here too.
                    if event.data:
                        yield event.event, json.loads(event.data)
        except httpx.TransportError:
            await asyncio.sleep(0.2)


async def main():
    session, message = str(uuid.uuid4()), str(uuid.uuid4())
    await call('POST', '/sessions', {'session_id': session, 'cwd': os.getcwd()})
    await call('POST', f'/sessions/{session}/message', {'text': sys.argv[1], 'message_id': message})
    seqs = []
    async for kind, event in events(session):
        seqs.append(event['seq'])
        if kind == 'assistant_text':
            print(event['text'], flush=True)
        elif kind == 'interaction_opened' and event.get('tool_name') == 'Bash':
            await call('POST', f"/interactions/{event['interaction_id']}/answer", {'decision': 'allow'})
        elif kind == 'message_finished' and event['message_id'] == message:
            print(f"{event['outcome']}, {event['usage']['output_tokens']} tokens", flush=True)
            break
    assert seqs == list(range(1, len(seqs) + 1)), seqs
    await call('DELETE', f'/sessions/{session}')


asyncio.run(main())
