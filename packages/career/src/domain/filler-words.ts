const grammar = `a about above across after again all also an and any are as at be because been before being below between
both but by can could did do does doing down during each etc few for from further had has have having he her here hers him
his how i if in into is it its itself just may me might more most must my no nor not now of off on once only or other our
ours out over own per same shall she should so some such than that the their theirs them then there these they this those
through to too under until up upon us very via was we were what when where which while who whom why will with within
without would you your yours`;

/** What postings say around the thing they ask for. */
const posting = `ability able advantage background beneficial bonus candidate demonstrable demonstrated desirable desired
environment essential excellent experience experienced expert expertise familiar familiarity good great hands have ideal
ideally including knowledge least like minimum nice plus preferred prior professional proficiency proficient proven
relevant required requirement requirements similar skill skilled skills solid strong track record understanding use used
using various well willing willingness work worked working year years`;

export const fillerWords: ReadonlySet<string> = new Set(`${grammar} ${posting}`.split(/\s+/));
