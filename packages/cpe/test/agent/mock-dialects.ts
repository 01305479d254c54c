import type { MockTurn } from './mock-provider.js';

/** One streaming interface of a provider. */
interface Dialect {
  matches(path: string): boolean;
  modelOf(path: string, body: Record<string, unknown>): string;
  events(turn: MockTurn): string[];
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }): string => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

/** Texts arrive in pieces, so that putting them together is part of every test. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}

function inputText(input: object | string): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

let lastId = 0;
const newId = (): string => `call_${++lastId}`;

const chat: Dialect = {
  matches: (path) => path.endsWith('/chat/completions'),
  modelOf: (_, body) => String(body.model),
  events({ text = '', thought = '', calls = [], ending }) {
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'mock',
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const told = calls.flatMap(({ tool, input }, index) => {
      const start = { index, id: newId(), type: 'function', function: { name: tool, arguments: '' } };
      const rest = pieces(inputText(input)).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      );
      return [chunk({ tool_calls: [start] }), ...rest];
    });
    const reason = ending ?? (calls.length > 0 ? 'tool_calls' : 'stop');
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    return [
      chunk({ role: 'assistant' }),
      ...pieces(thought).map((piece) => chunk({ reasoning_content: piece })),
      ...pieces(text).map((piece) => chunk({ content: piece })),
      ...told,
      chunk({}, reason),
      // Groq tells what a step cost in a field of its own.
      data({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'mock',
        choices: [],
        usage,
        x_groq: { usage },
      }),
      'data: [DONE]\n\n',
    ];
  },
};

const responses: Dialect = {
  matches: (path) => path.endsWith('/responses'),
  modelOf: (_, body) => String(body.model),
  events({ text = '', calls = [], ending }) {
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
    const said =
      text === ''
        ? []
        : [
            named({ type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } } as {
              type: string;
            }),
            ...pieces(text).map((delta) =>
              named({
                type: 'response.output_text.delta',
                item_id: 'msg_1',
                output_index: 0,
                content_index: 0,
                delta,
              } as { type: string }),
            ),
            named({ type: 'response.output_item.done', output_index: 0, item: message } as { type: string }),
          ];
    const told = calls.flatMap(({ tool, input }, index) => {
      const item = {
        type: 'function_call',
        id: `fc_${index}`,
        call_id: newId(),
        name: tool,
        arguments: inputText(input),
        status: 'completed',
      };
      const place = { output_index: index + 1 };
      return [
        named({ type: 'response.output_item.added', ...place, item: { ...item, arguments: '' } } as { type: string }),
        ...pieces(item.arguments).map((delta) =>
          named({ type: 'response.function_call_arguments.delta', item_id: item.id, ...place, delta } as {
            type: string;
          }),
        ),
        named({ type: 'response.output_item.done', ...place, item } as { type: string }),
      ];
    });
    const base = { id: 'resp_1', created_at: 1, model: 'mock' };
    const over = ending === 'length' ? { incomplete_details: { reason: 'max_output_tokens' } } : {};
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return [
      named({ type: 'response.created', response: base } as { type: string }),
      ...said,
      ...told,
      named({
        type: ending === 'length' ? 'response.incomplete' : 'response.completed',
        response: { ...base, ...over, usage },
      } as { type: string }),
    ];
  },
};

const messages: Dialect = {
  matches: (path) => path.endsWith('/messages'),
  modelOf: (_, body) => String(body.model),
  events({ text = '', thought = '', calls = [], ending }) {
    const blocks = [
      ...(thought === ''
        ? []
        : [
            {
              start: { type: 'thinking', thinking: '' },
              deltas: [
                ...pieces(thought).map((thinking) => ({ type: 'thinking_delta', thinking })),
                { type: 'signature_delta', signature: 'signed' },
              ],
            },
          ]),
      ...(text === ''
        ? []
        : [
            {
              start: { type: 'text', text: '' },
              deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
            },
          ]),
      ...calls.map(({ tool, input }) => ({
        start: { type: 'tool_use', id: newId(), name: tool, input: {} },
        deltas: pieces(inputText(input)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      })),
    ];
    const told = blocks.flatMap(({ start, deltas }, index) => [
      named({ type: 'content_block_start', index, content_block: start } as { type: string }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta } as { type: string })),
      named({ type: 'content_block_stop', index } as { type: string }),
    ]);
    const reason = ending === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'mock',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    return [
      named({ type: 'message_start', message: { ...message, usage: { input_tokens: 10, output_tokens: 1 } } } as {
        type: string;
      }),
      ...told,
      named({
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 5 },
      } as { type: string }),
      named({ type: 'message_stop' }),
    ];
  },
};

const gemini: Dialect = {
  matches: (path) => path.includes(':streamGenerateContent'),
  modelOf: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? '',
  events({ text = '', calls = [], ending }) {
    const chunk = (parts: object[], finishReason?: string) =>
      data({
        candidates: [{ content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      });
    return [
      ...pieces(text).map((piece) => chunk([{ text: piece }])),
      ...calls.map(({ tool, input }) =>
        chunk([{ functionCall: { name: tool, args: typeof input === 'string' ? JSON.parse(input) : input } }]),
      ),
      chunk([{ text: '' }], ending === 'length' ? 'MAX_TOKENS' : 'STOP'),
    ];
  },
};

export const dialects: readonly Dialect[] = [chat, responses, messages, gemini];
