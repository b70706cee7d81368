"""With websockets: everything except the start of the session is a frame."""
import asyncio
import contextlib
import itertools
import json
import os
import sys
import urllib.request
import uuid

import websockets

HUB, TOKEN = os.environ['REINS_URL'], os.environ['REINS_TOKEN']
NUMBERS, UNANSWERED = itertools.count(1), {}


def start(session):
    body = json.dumps({'session_id': session, 'cwd': os.getcwd()}).encode()
    headers = {'Authorization': 'Bearer ' + TOKEN, 'Content-Type': 'application/json'}
    urllib.request.urlopen(urllib.request.Request(HUB + '/api/sessions', body, headers)).close()


def number(frame):
    """The frame as text. It is sent again over another socket if its reply is lost."""
    id = next(NUMBERS)
    UNANSWERED[id] = json.dumps({'id': id, **frame})
    return UNANSWERED[id]


async def events(session):
    """Pairs of a socket and an event, across restarts of the hub."""
    address, protocols = HUB.replace('http', 'ws', 1) + '/api/ws', ['reins', 'reins.token.' + TOKEN]
    position = {'since': 0}
    while True:
        try:
            async with websockets.connect(address, subprotocols=protocols) as socket:
                subscribe = {'id': 'events', 'type': 'subscribe', 'session_id': session, 'live': False}
                await socket.send(json.dumps({**subscribe, **position}))
                for text in list(UNANSWERED.values()):
                    await socket.send(text)
                async for text in socket:
                    frame = json.loads(text)
                    assert 'error' not in frame, frame
                    UNANSWERED.pop(frame.get('re'), None)
                    if 'event' in frame:
                        position = {'last_event_id': frame['id']}
                        yield socket, frame['event']
        except (OSError, websockets.ConnectionClosed, websockets.InvalidHandshake):
            await asyncio.sleep(0.2)


async def main():
    session, message = str(uuid.uuid4()), str(uuid.uuid4())
    start(session)
    number({'type': 'message', 'session_id': session, 'message_id': message, 'text': sys.argv[1]})
    seqs = []
    async for socket, event in events(session):
        seqs.append(event['seq'])
        if event['type'] == 'assistant_text':
            print(event['text'], flush=True)
        elif event['type'] == 'interaction_opened' and event.get('tool_name') == 'Bash':
            answer = {'interaction_id': event['interaction_id'], 'answer': {'decision': 'allow'}}
            text = number({'type': 'answer', **answer, 'idempotency_key': str(uuid.uuid4())})
            with contextlib.suppress(websockets.ConnectionClosed):
                await socket.send(text)
        elif event['type'] == 'message_finished' and event['message_id'] == message:
            print(f"{event['outcome']}, {event['usage']['output_tokens']} tokens", flush=True)
            break
    assert seqs == list(range(1, len(seqs) + 1)), seqs


asyncio.run(main())
