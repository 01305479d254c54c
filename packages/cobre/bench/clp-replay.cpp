// Replays a recorded trace with COIN-OR CLP: one warm model per stage, new right-hand sides, dual simplex, cuts as rows.
// Arguments: trace, first iteration to solve (earlier ones only deliver their cuts), first iteration to leave out.
// Prints: microseconds of CPU per LP, the sum of objectives, pivots per LP, number of LPs.
#include <coin/ClpSimplex.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

static std::vector<double> numbers;
static size_t at = 0;
static double next() { return numbers[at++]; }
static int nextInt() { return static_cast<int>(next()); }
static std::vector<double> take(size_t count) {
  std::vector<double> out(numbers.begin() + at, numbers.begin() + at + count);
  at += count;
  return out;
}
static double cpu() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

struct Stage {
  ClpSimplex model;
  std::vector<double> rowLower, rowUpper;
  std::vector<int> stateColumn;
  int theta;
};

static double solveOne(Stage &s, const double *state, const double *inflow, int states, int options) {
  for (int i = 0; i < states; i++) {
    const double shift = state[i] + inflow[i];
    s.model.setRowBounds(i, s.rowLower[i] + shift, s.rowUpper[i] + shift);
  }
  s.model.dual(0, options);
  if (s.model.status() != 0) {
    s.model.allSlackBasis();
    s.model.dual(0, 0);
    if (s.model.status() != 0) s.model.primal();
  }
  double sum = 0;
  const double *dual = s.model.dualRowSolution();
  for (int i = 0; i < states; i++) sum += dual[i];
  return sum == sum ? s.model.objectiveValue() : sum;
}

int main(int argc, char **argv) {
  FILE *file = std::fopen(argv[1], "rb");
  const int from = argc > 2 ? std::atoi(argv[2]) : 0;
  const int limit = argc > 3 ? std::atoi(argv[3]) : 1 << 30;
  const int options = 7;  // Keep factorisation and work areas from solve to solve.
  if (!file) return 1;
  std::fseek(file, 0, SEEK_END);
  numbers.resize(std::ftell(file) / sizeof(double));
  std::rewind(file);
  if (std::fread(numbers.data(), sizeof(double), numbers.size(), file) != numbers.size()) return 1;
  std::fclose(file);
  const int stages = nextInt(), openings = nextInt(), trials = nextInt(), recorded = nextInt(), states = nextInt();
  const int iterations = recorded < limit ? recorded : limit;
  std::vector<std::unique_ptr<Stage>> all;
  for (int t = 0; t < stages; t++) {
    auto s = std::make_unique<Stage>();
    const int columns = nextInt(), rows = nextInt(), entries = nextInt();
    s->theta = nextInt();
    for (double column : take(states)) s->stateColumn.push_back(static_cast<int>(column));
    const auto cost = take(columns), lower = take(columns), upper = take(columns);
    s->rowLower = take(rows);
    s->rowUpper = take(rows);
    const auto startD = take(columns + 1), indexD = take(entries), value = take(entries);
    std::vector<CoinBigIndex> start(startD.begin(), startD.end());
    std::vector<int> index(indexD.begin(), indexD.end());
    s->model.setLogLevel(0);
    s->model.loadProblem(columns, rows, start.data(), index.data(), value.data(), lower.data(), upper.data(), cost.data(),
                         s->rowLower.data(), s->rowUpper.data());
    s->model.setPerturbation(100);
    all.push_back(std::move(s));
  }
  std::vector<std::vector<std::vector<double>>> inflow(stages);
  std::vector<std::vector<int>> order(stages);
  for (int t = 0; t < stages; t++)
    for (int k = 0; k < openings; k++) inflow[t].push_back(take(states));
  for (int t = 0; t < stages; t++)
    for (int k = 0; k < openings; k++) order[t].push_back(nextInt());
  double total = 0, sum = 0, pivots = 0;
  long lps = 0;
  for (int it = 0; it < iterations; it++) {
    std::vector<std::vector<std::vector<double>>> visited(trials);
    std::vector<std::vector<int>> path(trials);
    for (int m = 0; m < trials; m++) {
      for (int t = 0; t < stages; t++) path[m].push_back(nextInt());
      for (int t = 0; t < stages; t++) visited[m].push_back(take(states));
    }
    std::vector<std::vector<std::vector<double>>> cuts(stages);
    for (int t = 0; t + 1 < stages; t++)
      for (int m = 0; m < trials; m++) cuts[t].push_back(take(states + 1));
    const double begin = cpu();
    const bool solving = it >= from;
    for (int m = 0; solving && m < trials; m++)
      for (int t = 0; t < stages; t++, lps++) {
        sum += solveOne(*all[t], visited[m][t].data(), inflow[t][path[m][t]].data(), states, options);
        pivots += all[t]->model.numberIterations();
      }
    for (int t = stages - 1; t > 0; t--) {
      for (int m = 0; solving && m < trials; m++)
        for (int k = 0; k < openings; k++, lps++) {
          const int opening = order[t][k];
          sum += solveOne(*all[t], visited[m][t].data(), inflow[t][opening].data(), states, options);
          pivots += all[t]->model.numberIterations();
        }
      Stage &s = *all[t - 1];
      for (const auto &cut : cuts[t - 1]) {
        std::vector<int> index{s.theta};
        std::vector<double> value{1.0};
        for (int i = 0; i < states; i++)
          if (cut[1 + i] > 1e-9 || cut[1 + i] < -1e-9) {
            index.push_back(s.stateColumn[i]);
            value.push_back(-cut[1 + i]);
          }
        s.model.addRow(static_cast<int>(index.size()), index.data(), value.data(), cut[0], COIN_DBL_MAX);
      }
    }
    if (solving) total += cpu() - begin;
  }
  std::printf("%.6f %.17g %.6f %ld\n", total / lps, sum, pivots / lps, lps);
  return 0;
}
