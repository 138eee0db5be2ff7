/** Hands a text, or what the server sent, to the person as a file. */
export function download(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/csv;charset=utf-8' }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then; without this the page would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
