/** An observation: its features by name, its weight, and whether it is right. */
export type Observation<Feature extends string> = {
  row: Record<Feature, number>;
  weight: number;
  right: boolean;
};

const MAX_STEPS = 30;
const TOLERANCE = 1e-6;
// Regularises weights with few observations (a prior with a standard deviation of 1), except that of the constant feature.
const RIDGE = 1;

/** Fits a logistic model by Newton's method. The first of `features` is the constant one. */
export function fitLogistic<Feature extends string>(
  features: readonly Feature[],
  observations: readonly Observation<Feature>[],
): Record<Feature, number> {
  const size = features.length;
  const weights: number[] = new Array(size).fill(0);
  for (let iteration = 0; iteration < MAX_STEPS; iteration += 1) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : -RIDGE * weight));
    const hessian = features.map((_, i): number[] => features.map((__, j) => (i === j ? RIDGE : 0)));
    for (const { row, weight, right } of observations) {
      const values = features.map((feature) => row[feature]);
      const probability = sigmoid(values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0));
      for (const [i, value] of values.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * ((right ? 1 : 0) - probability) * value;
        const hessianRow = hessian[i] ?? [];
        for (const [j, otherValue] of values.entries()) {
          hessianRow[j] =
            (hessianRow[j] ?? 0) + weight * probability * (1 - probability) * value * otherValue;
        }
      }
    }
    const changes = solve(hessian, gradient);
    for (const [i, change] of changes.entries()) weights[i] = (weights[i] ?? 0) + change;
    if (Math.max(...changes.map(Math.abs)) < TOLERANCE) break;
  }
  return Object.fromEntries(features.map((feature, i) => [feature, weights[i] ?? 0])) as Record<
    Feature,
    number
  >;
}

export function predict<Feature extends string>(
  weights: Record<Feature, number>,
  row: Record<Feature, number>,
): number {
  const features = Object.keys(weights) as Feature[];
  return sigmoid(features.reduce((sum, feature) => sum + weights[feature] * row[feature], 0));
}

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Solves a system of linear equations by Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const getValue = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 0; i < rows.length; i += 1) {
    let pivot = i;
    for (let j = i + 1; j < rows.length; j += 1)
      if (Math.abs(getValue(j, i)) > Math.abs(getValue(pivot, i))) pivot = j;
    [rows[i], rows[pivot]] = [rows[pivot] ?? [], rows[i] ?? []];
    for (let j = 0; j < rows.length; j += 1) {
      if (j === i) continue;
      const factor = getValue(j, i) / getValue(i, i);
      rows[j] = (rows[j] ?? []).map((value, column) => value - factor * getValue(i, column));
    }
  }
  return rows.map((row, i) => (row[rows.length] ?? 0) / (row[i] || 1));
}
