import { languageCookie } from '@steading/locales/languageCookie'
import { type Language, languageOf, matchLanguage } from '@steading/locales/languages'
import { type NotationChoice, notationOf } from '@steading/locales/notation'
import type { Translate } from '@steading/locales/text'
import { type ReactNode, createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from './api/queries.ts'
import { device } from './storage.ts'
import { session, useSession } from './session/session.ts'
import { loadTranslator, showLanguage } from './textFiles.ts'

interface LanguageState {
  readonly t: Translate
  /** Chooses a language; stored on this device. */
  readonly setLanguage: (language: Language) => void
  /** Takes the language of the profile unless one was chosen on this device, and its notation if there is no session. */
  readonly adopt: (language: Language, choice?: NotationChoice) => void
}
const LanguageContext = createContext<LanguageState | undefined>(undefined)

/** Language at start: chosen on this device, else that of the session, else the best match of the browser's. */
export const firstLanguage = (): Language =>
  languageOf(device.read('language')) ?? session.get()?.language ?? matchLanguage(navigator.languages.join(','))

/** Declares the language of the page: calls ask for answers in it, and its cookie lets the next page preload its texts. */
export function setPageLanguage(language: Language): void {
  showLanguage(language)
  document.documentElement.lang = language
  document.cookie = languageCookie(language, location.protocol === 'https:')
}

/** Provides the translator in the notation of the user. The old language stays until a newly chosen one is loaded. */
export function TextProvider({ first, children }: { first: Translate; children: ReactNode }) {
  const [translator, setTranslator] = useState<Translate>(() => first)
  const [adopted, adoptChoice] = useState<NotationChoice>()
  const person = useSession()
  const t = translator.withNotation(notationOf(translator.language, person ?? adopted))
  const [requested, request] = useState<Language>(first.language)

  useEffect(() => {
    let stale = false
    loadTranslator(requested).then(
      next => {
        if (stale || document.documentElement.lang === next.language) return
        setPageLanguage(next.language)
        setTranslator(() => next)
      },
      (error: unknown) => console.warn('language not loaded', requested, error),
    )
    return () => {
      stale = true
    }
  }, [requested])

  const before = useRef(t)
  useEffect(() => {
    if (before.current === t) return
    before.current = t
    // Texts of the server in the cache are in the old language or notation.
    void queryClient.invalidateQueries()
  }, [t])

  const speech = useMemo(
    () => ({
      t,
      setLanguage: (language: Language) => {
        device.write('language', language)
        request(language)
      },
      adopt: (language: Language, choice?: NotationChoice) => {
        if (choice) adoptChoice(choice)
        if (!device.read('language')) request(language)
      },
    }),
    [t],
  )
  return <LanguageContext value={speech}>{children}</LanguageContext>
}

function useLanguageState(): LanguageState {
  const speech = useContext(LanguageContext)
  if (!speech) throw new Error('no TextProvider above')
  return speech
}

/** Translator of the page: `const t = useText(); t('ui.save')`. */
export const useText = (): Translate => useLanguageState().t

/** The language of the page and how to change it. */
export function useLanguage() {
  const { t, setLanguage, adopt } = useLanguageState()
  return { language: t.language, setLanguage, adopt }
}
