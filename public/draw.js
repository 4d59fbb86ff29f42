// Paints a frame that ui/chart has packed. One call a frame and canvas; the
// layout is that of ui/chart/list.go.
(() => {
  "use strict";
  const stride = 8;
  const rect = 0, line = 1, text = 2, frame = 3, clip = 4, unclip = 5, hatched = 6, grid = 7, curve = 8;
  const aligns = ["left", "center", "right"];

  // Lines at 45 degrees, 4 px apart, over a rectangle.
  function hatch(ctx, x, y, w, h) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.beginPath();
    for (let at = x - h - ((x - y) % 4); at < x + w; at += 4) {
      ctx.moveTo(at, y + h);
      ctx.lineTo(at + h, y);
    }
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.restore();
  }

  // A grid is painted as a small image, one pixel a cell, and stretched.
  const small = document.createElement("canvas");
  function paintGrid(ctx, cells, colours, x, y, w, h, columns, rows) {
    const image = new ImageData(columns, rows), rgba = image.data, rgb = [];
    for (let i = 0, n = columns * rows * 2; i < n; i += 2) {
      if (cells[i + 1]) {
        const c = (rgb[cells[i]] = rgb[cells[i]] || parse(ctx, colours[cells[i]])), at = 2 * i;
        rgba[at] = c >> 16;
        rgba[at + 1] = (c >> 8) & 255;
        rgba[at + 2] = c & 255;
        rgba[at + 3] = cells[i + 1];
      }
    }
    small.width = columns;
    small.height = rows;
    small.getContext("2d").putImageData(image, 0, 0);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(small, x, y, w, h);
  }

  // The canvas writes any opaque colour as #rrggbb.
  function parse(ctx, colour) {
    ctx.fillStyle = colour;
    return parseInt(ctx.fillStyle.slice(1), 16);
  }

  // canvas   the canvas; its backing store follows the size and the screen
  // bytes    Uint8Array that begins with the operations, float32, and goes on
  //          with the cells of grids: for each its colour and its alpha
  // count    how many numbers the operations are
  // texts    the texts, one a line
  // colours  the colours that the operations index
  // family   the font family
  window.rampartDraw = (canvas, bytes, count, texts, colours, family, width, height) => {
    const ratio = window.devicePixelRatio || 1;
    const w = Math.max(1, Math.round(width * ratio)), h = Math.max(1, Math.round(height * ratio));
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    const ctx = canvas.getContext("2d");
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const ops = new Float32Array(bytes.buffer, 0, count);
    let cells = bytes.subarray(4 * count);
    const lines = texts.split("\n");
    let fill = -1, font = "";
    for (let i = 0; i + stride <= ops.length; i += stride) {
      const colour = ops[i + 1], a = ops[i + 2], b = ops[i + 3], c = ops[i + 4], d = ops[i + 5], e = ops[i + 6], f = ops[i + 7];
      if (colour !== fill) {
        fill = colour;
        ctx.fillStyle = ctx.strokeStyle = colours[colour];
      }
      ctx.globalAlpha = ops[i] === text || ops[i] === grid ? 1 : e;
      switch (ops[i]) {
        case rect:
          ctx.fillRect(a, b, c, d);
          break;
        case line:
          ctx.lineWidth = f;
          ctx.beginPath();
          ctx.moveTo(a, b);
          ctx.lineTo(c, d);
          ctx.stroke();
          break;
        case curve: {
          const middle = (a + c) / 2;
          ctx.lineWidth = f;
          ctx.beginPath();
          ctx.moveTo(a, b);
          ctx.bezierCurveTo(middle, b, middle, d, c, d);
          ctx.stroke();
          break;
        }
        case text: {
          const wanted = (f ? "600 " : "") + e + "px " + family;
          if (font !== wanted) {
            ctx.font = font = wanted;
          }
          ctx.textAlign = aligns[d];
          ctx.fillText(lines[c], a, b);
          break;
        }
        case frame:
          ctx.lineWidth = f;
          ctx.strokeRect(a + f / 2, b + f / 2, c - f, d - f);
          break;
        case clip:
          ctx.save();
          ctx.beginPath();
          ctx.rect(a, b, c, d);
          ctx.clip();
          break;
        case unclip:
          ctx.restore();
          fill = -1;
          font = "";
          break;
        case grid:
          paintGrid(ctx, cells, colours, a, b, c, d, e, f);
          cells = cells.subarray(2 * e * f);
          fill = -1;
          break;
        case hatched:
          hatch(ctx, a, b, c, d);
          break;
      }
    }
  };
})();
