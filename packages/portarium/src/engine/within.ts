/** Whether a promise is kept within this time. It goes on either way. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}
