import { readFileSync } from 'node:fs'

/**
 * Identifiers that the code no longer uses, each with the term of the field. The list holds words whose last use is gone, so
 * that they do not come back; `docs/glossary.md` tells the terms.
 */
export const BANNED: Readonly<Record<string, string>> = {
  Doors: 'Services',
  Pulse: 'heartbeat',
  jointly: 'a loader of the dataloader library',
  provisionally: 'withSavepoint',
  mustWait: 'refuseWhileWaiting',
  useSure: 'useConfirmDeployment',
  toldApart: 'disambiguateNames',
  inTurns: 'inBatches',
  fewerFiles: 'mergeSharedChunks',
  Telling: 'Notifier',
  watchOver: 'startEscalation',
  nextClimb: 'nextStep',
  gatherEvents: 'reassignEventsToBatch',
  changeByRule: 'changeAutomatically',
  unheardIn: 'unreachableRecipients',
  silentIn: 'unreachableUsers',
  lastingOf: 'ongoingAfterClosing',
  giveWay: 'yieldToCritical',
  BITE: 'BATCH',
  tellLater: 'notifyLater',
  nextTold: 'nextRecipients',
  mayDrill: 'drillRefusal',
  rulesFrom: 'setRuleProvider',
  Theirs: 'ConflictPanel',
  theirEntries: 'conflictEntries',
  selfWishOf: 'toSelfRequest',
  createWish: 'toCreateRequest',
  editWish: 'toUpdateRequest',
  EnteredNew: 'the form values, as CreateUserValues',
  EnteredEdit: 'the form values, as EditUserValues',
  wrongIn: 'validate',
  wrongWith: 'errorFor',
  useAct: 'useAsyncAction',
  useFound: 'useAsyncOptions',
  useHeard: 'useLiveState',
  useArrival: 'useLazyModule',
  NotHere: 'LoadFailure',
  ToldEntries: 'RecipientFields',
  toldOf: 'toDeployMessage',
  namedApart: 'withDistinctNames',
  entitle: 'setDocumentTitle',
  speak: 'loadTranslator',
  hurry: 'reconnectNow',
  bareJournal: 'createIngestJournal',
  moreBlocks: 'extendPositions',
  notOurs: 'quarantineUnknown',
  saidAbove: 'settingsAbove',
  theirs: 'what it is, as foreignRule',
  asOfThen: 'specsAsOf',
  lackingOf: 'withoutStoredAgain',
  rollupKeeper: 'createRollupHandler',
  askedOf: 'requestedInterface',
  isToldOnChange: 'isSentOnChange',
  orderAlone: 'requestSingleDeployment',
  orderAll: 'requestDeployments',
  TurnedAway: 'RefusalCode',
  tellChanged: 'emitChanged',
  tellSilenced: 'notifySilenced',
  wantedHash: 'desiredHash',
  ruleOnce: 'ruleEvenDeleted',
  wiredBelow: 'lockInterfacesBelow',
  waitAnew: 'restartWaiting',
  mustBeTheirBoxes: 'mustMatchTerminals',
  byTheBox: 'toTerminalTime',
  '...{': 'the members themselves, without a spread',
}

/** Source without comments, strings and the text of templates; lines keep their numbers. */
export function withoutText(source: string): string {
  let out = ''
  /** What stands open: `{` a block, '`' a template, '$' an expression within one. */
  const open: ('{' | '`' | '$')[] = []
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at, at + 2)
    if (open.at(-1) === '`') {
      if (source[at] === '`') open.pop()
      else if (rest === '${') open.push('$')
      const step = rest === '${' || source[at] === '\\' ? 2 : 1
      out += blank(source.slice(at, at + step))
      at += step
      continue
    }
    const skip =
      rest === '//'
        ? /[^\n]*/y
        : rest === '/*'
          ? /\/\*[\s\S]*?\*\//y
          : source[at] === "'"
            ? /'(?:\\.|[^'\\\n])*'/y
            : source[at] === '"'
              ? /"(?:\\.|[^"\\\n])*"/y
              : source[at] === '/' && /(?:[=(,:[!&|?{};]|return|=>)\s*$/.test(out.slice(-40))
                ? /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y
                : undefined
    if (skip) {
      skip.lastIndex = at
      const text = skip.exec(source)?.[0]
      if (text) {
        out += blank(text)
        at += text.length
        continue
      }
    }
    const sign = source[at]!
    if (sign === '`') open.push('`')
    else if (sign === '{') open.push('{')
    else if (sign === '}') open.pop()
    out += sign === '`' ? ' ' : sign
    at++
  }
  return out
}

/** `file:line: word, say term` for each banned identifier; a spread of a literal (`...{ a }`) counts as one. */
export const vocabularyProblems = (files: readonly string[]): string[] =>
  files.flatMap(file =>
    withoutText(readFileSync(file, 'utf8'))
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(/[A-Za-z_$][\w$]*|\.\.\.\{/g)].flatMap(([word]) =>
          Object.hasOwn(BANNED, word) ? [`${file}:${index + 1}: ${word}, say ${BANNED[word]}`] : [],
        ),
      ),
  )
