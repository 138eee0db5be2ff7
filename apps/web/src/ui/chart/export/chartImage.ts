import type { LegendItem } from '../Legend.tsx'
import type { Ink } from '../draw/ink.ts'
import { strokeOf } from '../draw/stroke.ts'

/** Pixels of the file for one of the screen. */
export const pictureScale = 2
const margin = 16
const lineHeight = 20

/** A drawing with its title, its time range and its legend above, as a PNG file. */
export function chartPicture(
  drawing: HTMLCanvasElement,
  { title, range, items, ink }: { title: string; range: string; items: readonly LegendItem[]; ink: Ink },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const width = drawing.width / pictureScale + 2 * margin
  const head = margin + lineHeight * (2 + items.length) + margin / 2
  canvas.width = width * pictureScale
  canvas.height = (head + drawing.height / pictureScale + margin) * pictureScale
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('no canvas context'))
  pen.scale(pictureScale, pictureScale)
  pen.fillStyle = ink('surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'middle'
  const write = (text: string, x: number, row: number, font: string, colour: string) => {
    pen.font = `${font} "IBM Plex Sans Variable", sans-serif`
    pen.fillStyle = ink(colour)
    pen.fillText(text, x, margin + lineHeight * (row + 0.5), width - x - margin)
  }
  write(title, margin, 0, '600 15px', 'ink')
  write(range, margin, 1, '400 12px', 'ink-2')
  pen.lineWidth = 2.5
  for (const [at, { name, series, dashed, value, unit }] of items.entries()) {
    const { colour, dash = [] } = strokeOf({ series, dashed })
    pen.strokeStyle = ink(`series-${colour}`)
    pen.setLineDash([...dash])
    pen.beginPath()
    pen.moveTo(margin, margin + lineHeight * (at + 2.5))
    pen.lineTo(margin + 18, margin + lineHeight * (at + 2.5))
    pen.stroke()
    write([name, value, unit].filter(Boolean).join(' '), margin + 26, at + 2, '400 12px', 'ink-2')
  }
  pen.drawImage(drawing, margin, head, drawing.width / pictureScale, drawing.height / pictureScale)
  return new Promise((done, fail) =>
    canvas.toBlob(blob => (blob ? done(blob) : fail(new Error('the canvas could not be encoded'))), 'image/png'),
  )
}
