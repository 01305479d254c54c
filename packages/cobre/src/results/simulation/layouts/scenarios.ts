import { parquetBytes } from '../../../parquet/write.js';
import type { SimulationLayout } from './layout.js';

/** One file per table and scenario, `hydros/scenario_id=0000/data.parquet`, as the original writes them. */
export const scenarios: SimulationLayout = {
  open(folder) {
    const written: string[] = [];
    return {
      async take({ scenario, tables }) {
        const partition = `scenario_id=${String(scenario).padStart(4, '0')}`;
        const filled = tables.filter(({ rowCount }) => rowCount > 0);
        for (const { table, columns } of filled) {
          const place = await folder.folder(`${table.folder}/${partition}`);
          await place.write('data.parquet', parquetBytes(table.columns, columns));
          written.push(`${table.folder}/${partition}/data.parquet`);
          // Thousands of folders would otherwise be open at once.
          await (await folder.folder(table.folder)).leave(partition);
        }
      },
      finish: async () => written,
      abandon: async () => {},
    };
  },
};
