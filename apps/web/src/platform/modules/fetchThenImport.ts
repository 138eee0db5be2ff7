import { loadTextsOf, scriptsNeededBy } from '../textFiles.ts'

/** Files that are loaded or being loaded. */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a module after its files, the scripts that they need and the texts that they use have been fetched. A browser remembers a failed import for the life of the page and never
 * retries it; a failed fetch can be repeated. `files` are paths below the root.
 * @throws if a file cannot be fetched; the next call fetches it again
 */
export async function filesFirst<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const needed = scriptsNeededBy(files).then(scripts => Promise.all(scripts.map(once)))
  await Promise.all([...files.map(once), needed, loadTextsOf(files)])
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

/** Fetches into the HTTP cache, where the import finds the file. */
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
