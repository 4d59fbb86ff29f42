// Stands for the Go program, and the script that runs it, in the test of
// worker.mjs. Each start gets a number; what becomes of a request is in its path.
let starts = 0;

globalThis.Go = class {
  importObject = { unused: {} };

  async run(instance, context) {
    const number = String(++starts);
    context.binding.serve = (request, read, done) => {
      switch (new URL(request.split("\n")[1]).pathname) {
        case "/api/end": // without an answer, as a program out of memory does
          this.exit(2);
          break;
        case "/api/trap": // later, in a callback
          Promise.resolve().then(() => this._resume());
          break;
        case "/api/throw":
          throw new Error("thrown");
        case "/api/wait": // as for a store that does not answer
          setTimeout(() => done("200", "late"), 20000);
          break;
        case "/api/grow":
          instance.exports.mem.grow(1200);
          done("200", number);
          break;
        default:
          done("200\nX-Two\na\nX-Two\nb", number);
      }
    };
    instance.exports.run();
    await new Promise(() => {});
  }

  _resume() {
    throw new Error("trapped");
  }
};
