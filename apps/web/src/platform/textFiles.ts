import type { Language } from '@steading/locales/languages'
import { type Texts, type Translate, translate } from '@steading/locales/text'
import { bootConfig } from './bootConfig.ts'
import type { Start } from './startFile.ts'

/** A language as far as it is loaded: its translator knows the texts of a part as soon as that is here. */
interface Catalogue extends Pick<Start, 'scripts' | 'needs'> {
  readonly t: Translate
  /** Loads a part, once; a failed download is tried again by the next call. */
  readonly load: (part: number) => Promise<void>
  readonly isLoaded: (part: number) => boolean
}

/** Whole texts, in development: nothing is divided there. */
const whole: Readonly<Record<Language, () => Promise<{ default: string }>>> = {
  'en-US': () => import('@steading/locales/en-US.json?url'),
  'pt-PT': () => import('@steading/locales/pt-PT.json?url'),
  'es-ES': () => import('@steading/locales/es-ES.json?url'),
  'fr-FR': () => import('@steading/locales/fr-FR.json?url'),
  'de-DE': () => import('@steading/locales/de-DE.json?url'),
  'el-GR': () => import('@steading/locales/el-GR.json?url'),
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`the texts ${path} did not come: ${answer.status}`)
  return answer.json()
}

async function fetchStart(language: Language): Promise<Start> {
  if (import.meta.env.DEV) {
    const texts = await fetchJson((await whole[language]()).default)
    return { texts: texts as Texts, parts: [], scripts: [], needs: {} } // safe: our own file
  }
  const entry = bootConfig('texts')
    ?.split(', ')
    .find(text => text.startsWith(language))
  return (await fetchJson(`/${entry?.split(' ')[1]}`)) as Start // safe: the build wrote it
}

function catalogueFrom(language: Language, { texts, parts, ...rest }: Start): Catalogue {
  const loaded = new Set<number>()
  return {
    ...rest,
    t: translate(language, texts as Texts), // safe: a script comes with the texts that it uses
    load: memoizeUntilFailure(async part => {
      Object.assign(texts, await fetchJson(`/${parts[part]}`))
      loaded.add(part)
    }),
    isLoaded: part => loaded.has(part),
  }
}

function memoizeUntilFailure<K, V>(load: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const pending = new Map<K, Promise<V>>()
  return key => {
    const before = pending.get(key)
    if (before) return before
    const loading = load(key)
    pending.set(key, loading)
    loading.catch(() => pending.delete(key))
    return loading
  }
}

/** Texts of the screens: loaded in parts, each with the scripts that use them. */
export function createTextFiles(fetchStart: (language: Language) => Promise<Start>) {
  const catalogueOf = memoizeUntilFailure(async (language: Language) => catalogueFrom(language, await fetchStart(language)))
  /** Parts that some script on its way or here uses. */
  const used = new Set<number>()
  let shown: Language | undefined
  const shownLanguage = () => {
    if (!shown) throw new Error('a script came before any language')
    return shown
  }

  return {
    /** Declares the language that is on the screen from now on. */
    showLanguage: (language: Language) => void (shown = language),

    /** The translator of a language with every text that scripts use; the first one asked for is the first one shown. */
    async loadTranslator(language: Language): Promise<Translate> {
      shown ??= language
      const catalogue = await catalogueOf(language)
      for (;;) {
        const absent = [...used].filter(part => !catalogue.isLoaded(part))
        if (absent.length === 0) return catalogue.t
        await Promise.all(absent.map(catalogue.load))
      }
    },

    /** The translator of a language with the texts of every visit, which the search of pages needs; others are not loaded for it. */
    loadStart: async (language: Language): Promise<Translate> => (await catalogueOf(language)).t,

    /** The scripts that these need. */
    async scriptsNeededBy(scripts: readonly string[]): Promise<readonly string[]> {
      const { needs, scripts: all } = await catalogueOf(shownLanguage())
      return scripts.flatMap(script => needs[script]?.[0] ?? []).map(place => all[place]!)
    },

    /** Loads the texts that these scripts use, in the language that is shown once they are here. */
    async loadTextsOf(scripts: readonly string[]): Promise<void> {
      for (;;) {
        const language = shownLanguage()
        const catalogue = await catalogueOf(language)
        const parts = scripts.flatMap(script => catalogue.needs[script]?.[1] ?? [])
        parts.forEach(part => used.add(part))
        await Promise.all(parts.map(catalogue.load))
        if (language === shown) return
      }
    },
  }
}

export const { showLanguage, loadTranslator, loadStart, scriptsNeededBy, loadTextsOf } = createTextFiles(fetchStart)
