"""With a client that openapi-generator wrote."""
import json
import os
import sys
import time
import uuid
from types import SimpleNamespace

import reins_api
import urllib3
from reins_api import EventsApi, InteractionsApi, NewMessage, NewSession, PermissionAnswer, SteeringApi

CONFIGURATION = reins_api.Configuration(host=os.environ['REINS_URL'])
CONFIGURATION.access_token = os.environ['REINS_TOKEN']
CLIENT = reins_api.ApiClient(CONFIGURATION)
STEERING, EVENTS, INTERACTIONS = SteeringApi(CLIENT), EventsApi(CLIENT), InteractionsApi(CLIENT)


def call(method, *args, **options):
    """Repeats a call that did not reach the hub, or whose response was lost."""
    while True:
        try:
            return method(*args, **options)
        except urllib3.exceptions.HTTPError:
            time.sleep(0.2)


def typed(data):
    """The event as the generated class of its type."""
    words = json.loads(data)['type'].split('_')
    return CLIENT.deserialize(SimpleNamespace(data=data), 'Event' + ''.join(map(str.capitalize, words)))


def events(session):
    last_id = '0'
    while True:
        options = {'since': last_id, 'live': 'false', '_preload_content': False}
        stream = call(EVENTS.stream_session_events, session, **options)
        try:
            for line in stream:
                field, _, value = line.decode().rstrip('\n').partition(': ')
                if field == 'id':
                    last_id = value
                elif field == 'data':
                    yield typed(value)
        except urllib3.exceptions.HTTPError:
            time.sleep(0.2)


session, message = str(uuid.uuid4()), str(uuid.uuid4())
started = call(STEERING.create_session, NewSession(session_id=session, cwd=os.getcwd()))
assert started.session_id == session
call(STEERING.send_message, session, NewMessage(text=sys.argv[1], message_id=message))
for event in events(session):
    if isinstance(event, reins_api.EventAssistantText):
        print(event.text, flush=True)
    elif isinstance(event, reins_api.EventInteractionOpened) and event.tool_name == 'Bash':
        key, answer = str(uuid.uuid4()), PermissionAnswer(decision='allow')
        call(INTERACTIONS.answer_interaction, event.interaction_id, answer, idempotency_key=key)
    elif isinstance(event, reins_api.EventMessageFinished) and event.message_id == message:
        print(f'{event.outcome}, {event.usage.output_tokens} tokens', flush=True)
        break
call(STEERING.stop_session, session)
