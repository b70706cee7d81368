"""With fastmcp: starts a session through `reins mcp`, whose command line is in the arguments, and waits for its turn."""
import asyncio
import json
import os
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main():
    command, *args = sys.argv[1:]
    async with Client(StdioTransport(command, args, env=dict(os.environ), cwd=os.getcwd())) as client:
        tools = await client.list_tools()
        assert all(tool.outputSchema for tool in tools), tools

        async def call(name, **arguments):
            return (await client.call_tool(name, arguments)).structured_content

        started = await call('start_session', cwd=os.getcwd(), prompt='think about it')
        ids = {'session_id': started['session_id'], 'message_id': started['message_id']}
        turn = await call('wait_for_turn', **ids)
        read = await call('read_session', session_id=ids['session_id'])
        stopped = await call('stop_session', session_id=ids['session_id'])
        print(json.dumps([len(tools), turn['text'], read['turns'][0]['prompt'], stopped['session']['status']]))
        refused = await client.call_tool('read_session', {'session_id': 'none'}, raise_on_error=False)
        print(refused.is_error, refused.content[0].text)


asyncio.run(main())
