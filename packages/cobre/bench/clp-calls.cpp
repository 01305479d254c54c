// Follows a recorded list of calls with COIN-OR CLP: one warm model per stage, dual simplex, cuts as rows.
// Prints: microseconds of CPU per LP, the sum of objectives, pivots per LP, number of LPs.
#include <coin/ClpSimplex.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <memory>
#include <vector>

static std::vector<double> numbers;
static size_t at = 0;
static double next() { return numbers[at++]; }
static int nextInt() { return static_cast<int>(next()); }
static double bounded(double x) { return std::isinf(x) ? (x > 0 ? COIN_DBL_MAX : -COIN_DBL_MAX) : x; }
static std::vector<double> take(size_t count) {
  std::vector<double> out(numbers.begin() + at, numbers.begin() + at + count);
  for (double &x : out) x = bounded(x);
  at += count;
  return out;
}
static double cpu() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

enum Call { setRow = 1, setColumn = 2, addCut = 3, solve = 4 };

struct Stage {
  ClpSimplex model;
  std::vector<int> theta, state;
  double offset;
};

static std::unique_ptr<Stage> readStage() {
  auto s = std::make_unique<Stage>();
  const int columns = nextInt(), rows = nextInt(), entries = nextInt(), thetas = nextInt(), states = nextInt();
  s->offset = next();
  for (double column : take(thetas)) s->theta.push_back(static_cast<int>(column));
  for (double column : take(states)) s->state.push_back(static_cast<int>(column));
  const auto cost = take(columns), lower = take(columns), upper = take(columns), rowLower = take(rows), rowUpper = take(rows);
  const auto startD = take(columns + 1), indexD = take(entries), value = take(entries);
  std::vector<CoinBigIndex> start(startD.begin(), startD.end());
  std::vector<int> index(indexD.begin(), indexD.end());
  s->model.setLogLevel(0);
  s->model.loadProblem(columns, rows, start.data(), index.data(), value.data(), lower.data(), upper.data(), cost.data(),
                       rowLower.data(), rowUpper.data());
  s->model.setPerturbation(100);
  return s;
}

static void addRow(Stage &s) {
  std::vector<int> index{s.theta[nextInt()]};
  std::vector<double> value{1.0};
  const double intercept = next();
  for (int column : s.state) {
    const double slope = next();
    if (slope == 0) continue;
    index.push_back(column);
    value.push_back(-slope);
  }
  s.model.addRow(static_cast<int>(index.size()), index.data(), value.data(), intercept, COIN_DBL_MAX);
}

static double solveOne(Stage &s) {
  s.model.dual(0, 7);  // Keep factorisation and work areas from solve to solve.
  if (s.model.status() != 0) {
    s.model.allSlackBasis();
    s.model.dual(0, 0);
    if (s.model.status() != 0) s.model.primal();
  }
  double sum = 0;
  const double *dual = s.model.dualRowSolution();
  // There may be more states than rows, and what lies behind the duals is anything.
  const size_t read = std::min(s.state.size(), static_cast<size_t>(s.model.numberRows()));
  for (size_t i = 0; i < read; i++) sum += dual[i];
  return sum == sum ? s.model.objectiveValue() + s.offset : sum;
}

int main(int, char **argv) {
  FILE *file = std::fopen(argv[1], "rb");
  if (!file) return 1;
  std::fseek(file, 0, SEEK_END);
  numbers.resize(std::ftell(file) / sizeof(double));
  std::rewind(file);
  if (std::fread(numbers.data(), sizeof(double), numbers.size(), file) != numbers.size()) return 1;
  std::fclose(file);
  std::vector<std::unique_ptr<Stage>> stages;
  for (int count = nextInt(); count > 0; count--) stages.push_back(readStage());
  double sum = 0, pivots = 0, begin = cpu();
  long lps = 0;
  bool started = false;
  while (at < numbers.size()) {
    const int call = nextInt();
    Stage &s = *stages[nextInt()];
    if (call == setRow || call == setColumn) {
      // The first scenario: cuts that were there before have been delivered.
      if (!started) begin = cpu();
      started = true;
      const int which = nextInt();
      const double lower = bounded(next()), upper = bounded(next());
      if (call == setRow) s.model.setRowBounds(which, lower, upper);
      else s.model.setColumnBounds(which, lower, upper);
    } else if (call == addCut) {
      addRow(s);
    } else {
      sum += solveOne(s);
      pivots += s.model.numberIterations();
      lps++;
    }
  }
  std::printf("%.6f %.17g %.6f %ld\n", (cpu() - begin) / lps, sum, pivots / lps, lps);
  return 0;
}
