/** What a page of a tool may do only when the person in front of it says so: asked one after the other, and not without end. */

interface Wish {
  /** What is agreed to; what is being asked or was refused is not asked again. */
  readonly key: string;
  readonly words: string;
  /** What it would send. */
  readonly about?: unknown;
  readonly yes: string;
  /** Counts for one time, and not for as long as the page is shown. */
  readonly once?: true;
}

export interface OpenWish extends Wish {
  readonly answer: (answer: Answer) => void;
}

interface AskedWish extends OpenWish {
  readonly refuse: (why: string) => void;
}

type Answer = 'yes' | 'no' | 'never';

/** A page may not bury somebody in questions. */
const mostOpen = 5;

export class Wishes {
  readonly #show: (open: readonly OpenWish[]) => void;
  readonly #known = new Map<string, Promise<void>>();
  #open: readonly AskedWish[] = [];
  #isOver = false;

  constructor(show: (open: readonly OpenWish[]) => void) {
    this.#show = show;
  }

  /** Rejects with why not. */
  async ask(wish: Wish): Promise<void> {
    const known = this.#known.get(wish.key);
    if (known !== undefined) return known;
    if (this.#isOver) throw new Error('The person in front of it wants to be asked nothing more.');
    if (this.#open.length >= mostOpen) throw new Error('The person in front of it is being asked too much.');
    const answered = this.#opened(wish);
    this.#known.set(wish.key, answered);
    return answered;
  }

  #opened(wish: Wish): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (why: string): void => reject(new Error(why));
      const answer = (given: Answer): void => {
        this.#tell(this.#open.filter(({ key }) => key !== wish.key));
        if (given === 'yes' && wish.once) this.#known.delete(wish.key);
        if (given === 'yes') resolve();
        else refuse('The person in front of it refused.');
        if (given === 'never') this.#end();
      };
      this.#tell([...this.#open, { ...wish, answer, refuse }]);
    });
  }

  /** What was agreed to before stays so. */
  #end(): void {
    this.#isOver = true;
    const asked = this.#open;
    this.#tell([]);
    for (const { refuse } of asked) refuse('The person in front of it refused.');
  }

  #tell(open: readonly AskedWish[]): void {
    this.#open = open;
    this.#show(open);
  }
}
