"""With httpx."""
import json
import os
import sys
import time
import uuid

import httpx

CLIENT = httpx.Client(
    base_url=os.environ['REINS_URL'] + '/api',
    headers={'Authorization': 'Bearer ' + os.environ['REINS_TOKEN']},
    timeout=60,
)


def call(method, path, body=None):
    """Repeats a call that did not reach the hub, or whose response was lost."""
    headers = {'Idempotency-Key': str(uuid.uuid4())}
    while True:
        try:
            return CLIENT.request(method, path, json=body, headers=headers).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.2)


def events(session):
    headers = {}
    while True:
        try:
            with CLIENT.stream('GET', f'/sessions/{session}/events?live=false', headers=headers) as stream:
                for line in stream.iter_lines():
                    field, _, value = line.rstrip('\n').partition(': ')
                    if field == 'id':
                        headers['Last-Event-ID'] = value
                    elif field == 'data':
                        yield json.loads(value)
        except httpx.TransportError:
            time.sleep(0.2)


session, message = str(uuid.uuid4()), str(uuid.uuid4())
call('POST', '/sessions', {'session_id': session, 'cwd': os.getcwd()})
call('POST', f'/sessions/{session}/message', {'text': sys.argv[1], 'message_id': message})
seqs = []
for event in events(session):
    seqs.append(event['seq'])
    if event['type'] == 'assistant_text':
        print(event['text'], flush=True)
    elif event['type'] == 'interaction_opened' and event.get('tool_name') == 'Bash':
        call('POST', f"/interactions/{event['interaction_id']}/answer", {'decision': 'allow'})
    elif event['type'] == 'message_finished' and event['message_id'] == message:
        print(f"{event['outcome']}, {event['usage']['output_tokens']} tokens", flush=True)
        break
assert seqs == list(range(1, len(seqs) + 1)), seqs
call('DELETE', f'/sessions/{session}')
