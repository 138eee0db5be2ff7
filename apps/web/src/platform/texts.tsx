import { type Language, languageOf, matchLanguage } from '@steading/locales/languages'
import { type Translate, translator } from '@steading/locales/text'
import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { device } from './remember.ts'

interface Speech {
  readonly t: Translate
  readonly setLanguage: (language: Language) => void
}
const Texts = createContext<Speech | undefined>(undefined)

/** The language that this device spoke last, else the best that the browser asks for. */
export const firstLanguage = (): Language => languageOf(device.read('language')) ?? matchLanguage(navigator.languages.join(','))

/** Speaks one language to the whole page; another one is loaded when somebody chooses it, and the old one stays until it is there. */
export function TextProvider({ first, children }: { first: Translate; children: ReactNode }) {
  const [t, setTranslate] = useState<Translate>(() => first)
  const [wanted, setLanguage] = useState<Language>(first.language)

  useEffect(() => {
    document.documentElement.lang = t.language
  }, [t])
  useEffect(() => {
    let stale = false
    translator(wanted).then(
      next => {
        if (stale) return
        device.write('language', wanted)
        setTranslate(() => next)
      },
      (error: unknown) => console.warn('language not loaded', wanted, error),
    )
    return () => {
      stale = true
    }
  }, [wanted])

  const speech = useMemo(() => ({ t, setLanguage }), [t])
  return <Texts value={speech}>{children}</Texts>
}

function useSpeech(): Speech {
  const speech = useContext(Texts)
  if (!speech) throw new Error('no TextProvider above')
  return speech
}

/** Says a text in the language of the page: `const t = useText(); t('ui.save')`. */
export const useText = (): Translate => useSpeech().t

/** The language of the page and how to change it. */
export function useLanguage() {
  const { t, setLanguage } = useSpeech()
  return { language: t.language, setLanguage }
}
