"""With websockets: everything except the start of the session is a frame."""
import asyncio
import itertools
import json
import os
import sys
import urllib.request
import uuid

import websockets

HUB, TOKEN = os.environ['REINS_URL'], os.environ['REINS_TOKEN']
NUMBERS = itertools.count(1)


def start(session):
    body = json.dumps({'session_id': session, 'cwd': os.getcwd()}).encode()
    headers = {'Authorization': 'Bearer ' + TOKEN, 'Content-Type': 'application/json'}
    urllib.request.urlopen(urllib.request.Request(HUB + '/api/sessions', body, headers)).close()


async def send(socket, frame):
    await socket.send(json.dumps({'id': next(NUMBERS), **frame}))


async def frames(session, message):
    """Pairs of a socket and a frame, across restarts of the hub."""
    address, protocols = HUB.replace('http', 'ws', 1) + '/api/ws', ['reins', 'reins.token.' + TOKEN]
    position = {'since': 0}
    while True:
        try:
            async with websockets.connect(address, subprotocols=protocols) as socket:
                await send(socket, {'type': 'subscribe', 'session_id': session, 'live': False, **position})
                await send(socket, {'type': 'message', 'session_id': session, **message})
                async for text in socket:
                    frame = json.loads(text)
                    assert 'error' not in frame, frame
                    if 'event' in frame:
                        position = {'last_event_id': frame['id']}
                        yield socket, frame['event']
        except (OSError, websockets.ConnectionClosed, websockets.InvalidHandshake):
            await asyncio.sleep(0.2)


async def main():
    session, message = str(uuid.uuid4()), {'message_id': str(uuid.uuid4()), 'text': sys.argv[1]}
    start(session)
    seqs = []
    async for socket, event in frames(session, message):
        seqs.append(event['seq'])
        if event['type'] == 'assistant_text':
            print(event['text'], flush=True)
        elif event['type'] == 'interaction_opened' and event.get('tool_name') == 'Bash':
            answer = {'interaction_id': event['interaction_id'], 'answer': {'decision': 'allow'}}
            await send(socket, {'type': 'answer', **answer})
        elif event['type'] == 'message_finished' and event['message_id'] == message['message_id']:
            print(f"{event['outcome']}, {event['usage']['output_tokens']} tokens", flush=True)
            break
    assert seqs == list(range(1, len(seqs) + 1)), seqs


asyncio.run(main())
