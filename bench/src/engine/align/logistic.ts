/** One observation: its features by name, its weight, and whether it is right. */
export type Observation<Feature extends string> = {
  row: Record<Feature, number>;
  weight: number;
  right: boolean;
};

const MAX_STEPS = 30;
const PRECISE = 1e-6;
// Regularises weights with few observations (a prior with a standard deviation of 1), except the first, constant one.
const RIDGE = 1;

/** Fits a logistic model by Newton's method; the first of `features` is the constant one. */
export function fitLogistic<Feature extends string>(
  features: readonly Feature[],
  observations: readonly Observation<Feature>[],
): Record<Feature, number> {
  const size = features.length;
  const weights: number[] = new Array(size).fill(0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const slope = weights.map((weight, k) => (k === 0 ? 0 : -RIDGE * weight));
    const bend = features.map((_, k): number[] => features.map((__, l) => (k === l ? RIDGE : 0)));
    for (const { row, weight, right } of observations) {
      const values = features.map((feature) => row[feature]);
      const chance = sigmoid(values.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0));
      for (const [k, value] of values.entries()) {
        slope[k] = (slope[k] ?? 0) + weight * ((right ? 1 : 0) - chance) * value;
        const line = bend[k] ?? [];
        for (const [l, other] of values.entries()) {
          line[l] = (line[l] ?? 0) + weight * chance * (1 - chance) * value * other;
        }
      }
    }
    const move = solve(bend, slope);
    for (const [k, by] of move.entries()) weights[k] = (weights[k] ?? 0) + by;
    if (Math.max(...move.map(Math.abs)) < PRECISE) break;
  }
  return Object.fromEntries(features.map((feature, k) => [feature, weights[k] ?? 0])) as Record<
    Feature,
    number
  >;
}

export function judgeBy<Feature extends string>(
  weights: Record<Feature, number>,
  row: Record<Feature, number>,
): number {
  const features = Object.keys(weights) as Feature[];
  return sigmoid(features.reduce((sum, feature) => sum + weights[feature] * row[feature], 0));
}

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Solves a system of linear equations by elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k] ?? 0]);
  const at = (k: number, l: number) => rows[k]?.[l] ?? 0;
  for (let k = 0; k < rows.length; k += 1) {
    let pivot = k;
    for (let l = k + 1; l < rows.length; l += 1) if (Math.abs(at(l, k)) > Math.abs(at(pivot, k))) pivot = l;
    [rows[k], rows[pivot]] = [rows[pivot] ?? [], rows[k] ?? []];
    for (let l = 0; l < rows.length; l += 1) {
      if (l === k) continue;
      const factor = at(l, k) / at(k, k);
      rows[l] = (rows[l] ?? []).map((value, column) => value - factor * at(k, column));
    }
  }
  return rows.map((row, k) => (row[rows.length] ?? 0) / (row[k] || 1));
}
