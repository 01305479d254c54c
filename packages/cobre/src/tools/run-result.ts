const trainingNumbers = {
  iterations: { type: 'integer' },
  final_lower_bound: { type: 'number' },
  final_upper_bound: { type: 'number' },
  final_gap: { type: 'number' },
  termination_reason: { type: 'string' },
  total_cuts: { type: 'integer' },
  wall_time_ms: { type: 'integer' },
} as const;

/** What a run that was waited for answers; a task repeats it once it is over. */
export const runResult = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['completed', 'partial'] },
    output_dir: { type: 'string', description: 'Absolute path to the output directory' },
    training: { type: ['object', 'null'], properties: trainingNumbers, required: Object.keys(trainingNumbers) },
    simulation: {
      type: ['object', 'null'],
      properties: {
        scenarios: { type: 'integer' },
        output_files: { type: 'array', items: { type: 'string' } },
        wall_time_ms: { type: 'integer' },
        mean_cost: { type: 'number', description: 'Mean discounted cost over the scenarios, $' },
        std_cost: { type: 'number', description: 'Standard deviation of the cost over the scenarios, $' },
      },
      required: ['scenarios', 'output_files', 'wall_time_ms'],
    },
  },
  required: ['status', 'output_dir'],
} as const;
