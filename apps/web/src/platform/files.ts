/** Files that are here or on their way. */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a part of the program as soon as all its files are here. A browser that failed to get a module once says so for as
 * long as the page lives, without asking again: nothing is imported that might not come. `files` are paths below the root.
 * @throws when one of them does not come; the next call asks for it again
 */
export async function filesFirst<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map(once))
  return load()
}

function once(file: string): Promise<void> {
  const before = fetched.get(file)
  if (before) return before
  const coming = (file.endsWith('.css') ? sheet : script)(`/${file}`)
  fetched.set(file, coming)
  coming.catch(() => fetched.delete(file))
  return coming
}

/** Into the browser's cache, where the import finds it. */
async function script(path: string): Promise<void> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

function sheet(path: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${path}"]`)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  return new Promise((here, failed) => {
    link.addEventListener('load', () => here())
    link.addEventListener('error', () => {
      link.remove()
      failed(new Error(`${path} did not come`))
    })
    document.head.append(link)
  })
}
