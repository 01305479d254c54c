/** The machines of a plant in a month: what stands there, and what starts until then. */
import type { Month } from '../readers/month.js';
import type { Plant } from './plants.js';

export interface MachineSet {
  readonly count: number;
  readonly power: number;
  readonly flow: number;
  readonly head: number;
}

export function machinesAt(plant: Plant, month: Month): MachineSet[] {
  const { register, status, expansion } = plant;
  const sets = Math.min(5, Math.max(register.machineSets, ...(expansion?.machines ?? []).map(({ set }) => set)));
  return Array.from({ length: sets }, (_, k) => {
    const started = expansion?.machines.filter(({ set, start }) => set === k + 1 && start <= month) ?? [];
    return {
      count: (status === 'NE' ? 0 : register.machines[k]!) + started.length,
      power: register.machinePower[k] || started[0]?.power || 0,
      flow: register.machineFlow[k]!,
      head: register.referenceHead[k]!,
    };
  });
}

export const installedPower = (plant: Plant, month: Month): number =>
  machinesAt(plant, month).reduce((sum, { count, power }) => sum + count * power, 0);

/** What is left of the installed power after forced and planned outages. */
export function availablePower(plant: Plant, month: Month): number {
  const { forcedOutage, plannedOutage } = plant.register;
  return installedPower(plant, month) * (1 - forcedOutage / 100) * (1 - plannedOutage / 100);
}

/**
 * Machines take less water below the head they are made for, and no more than their generators can use above it. Francis
 * and Pelton turbines follow the root of the head, Kaplan turbines its fifth root.
 */
export function turbineFlow(plant: Plant, month: Month, head: number): number {
  const { specificProductivity, turbine } = plant.register;
  const exponent = turbine === 2 ? 0.2 : 0.5;
  return machinesAt(plant, month).reduce((sum, { count, power, flow, head: nominal }) => {
    if (!(head > 0 && nominal > 0 && specificProductivity > 0)) return sum + count * flow;
    return sum + count * Math.min(flow * (head / nominal) ** exponent, power / (specificProductivity * head));
  }, 0);
}
