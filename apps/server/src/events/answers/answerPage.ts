import { createHash } from 'node:crypto'
import { ARRIVES_IN, FINDINGS, STEPS } from '@steading/contract/events/events'
import type { EventStep, LinkedAlarm, LinkedAlarms } from '@steading/contract/events/events'
import { camel } from '@steading/locales/camel'
import { FINDING_WORDS } from '@steading/locales/events/findingWords'
import { STEP_WORDS } from '@steading/locales/events/stepWords'
import { since } from '@steading/locales/format'
import type { TextKey, Translate } from '@steading/locales/text'
import { html } from '../../platform/text/html.ts'
import type { Html } from '../../platform/text/html.ts'

/** The answer page for a weak connection: HTML alone, no script, nothing from elsewhere. */

const STYLE = `:root{color-scheme:light dark;--bg:#f4f6f5;--top:#fff;--ink:#16211f;--dim:#4a5653;--line:#c3ccc9;--go:#066d79;--on:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#101413;--top:#1a201f;--ink:#e6ecea;--dim:#a9b4b1;--line:#3a4441;--go:#57c3cf;--on:#06282c;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:17px/1.4 system-ui,sans-serif}
main{max-width:480px;margin:auto;padding:16px}h1{font-size:22px;line-height:1.25;margin:4px 0;overflow-wrap:anywhere}p{margin:8px 0;overflow-wrap:anywhere}
small,.dim{color:var(--dim);font-size:15px}.sev{font-weight:700;color:var(--bad)}.box{border:1px solid var(--line);border-radius:8px;padding:10px 14px;background:var(--top)}
.wrong{border-color:var(--bad)}button,summary,a.go{display:block;width:100%;min-height:56px;margin:10px 0;padding:14px;border:1px solid var(--line);border-radius:8px;background:var(--top);color:var(--ink);font:inherit;font-weight:600;text-align:center;cursor:pointer;text-decoration:none}
button.next,summary.next{background:var(--go);border-color:var(--go);color:var(--on)}details[open]{border:1px solid var(--line);border-radius:8px;padding:0 12px;margin:10px 0}
label{display:flex;gap:12px;align-items:center;min-height:44px}input[type=checkbox]{width:24px;height:24px;flex:none}input[type=time],textarea{width:100%;min-height:48px;padding:10px;font:inherit;color:inherit;background:var(--top);border:1px solid var(--line);border-radius:8px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:0 10px}ul{padding:0;list-style:none}li{margin:8px 0}a{color:inherit}:focus-visible{outline:3px solid var(--go);outline-offset:2px}`

/** Content policy of the page: its one style, forms to the platform, and nothing else. */
export const ANSWER_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Where the forms of the page go. */
export const ANSWER_PATHS = { open: '/a', show: '/a/show', answer: '/a/answer' } as const

const safeStyle: Html = { html: `<style>${STYLE}</style>` }

const document = (t: Translate, title: string, content: readonly Html[]): string =>
  `<!doctype html>${
    html`<html lang="${t.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        ${safeStyle}
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`.html
  }`

/** A button alone: programs that look at mail follow links, so a look opens nothing and reveals nothing. */
export const lockedPage = (token: string, t: Translate): string =>
  document(t, t('alarm.one'), [
    html`<h1>${t('alarm.one')}</h1>
      <p>${t('alarm.link.hint')}</p>
      <form method="post" action="${ANSWER_PATHS.open}">
        <input type="hidden" name="token" value="${token}" /><button class="next">${t('alarm.link.open')}</button>
      </form>`,
  ])

/** Why nothing opens, and the way that is left. */
export const brokenPage = (problem: string, t: Translate): string =>
  document(t, t('alarm.one'), [
    html`<h1>${t('alarm.one')}</h1>
      <p class="box wrong" role="alert">${problem}</p>
      <p><a class="go" href="/login">${t('token.toLogin')}</a></p>`,
  ])

export interface AnswerForm {
  readonly key: string
  /** The message that the key belongs to. */
  readonly message: string
}

const hiddenFields = ({ key, message }: AnswerForm, eventId: string): Html =>
  html`<input type="hidden" name="key" value="${key}" /><input type="hidden" name="message" value="${message}" /><input
      type="hidden"
      name="eventId"
      value="${eventId}"
    />`

/** The full page, with the key behind the #, which no server sees. */
const fullPage = ({ key, message }: AnswerForm, t: Translate): Html =>
  html`<p><a href="/alarm#key.${key}.${message}">${t('alarm.link.full')}</a></p>`

/** What one message told of together: each with a button that leads to where it is answered. */
export const listPage = ({ alarms, count, reader, timeZone }: LinkedAlarms, form: AnswerForm, now: Date, t: Translate): string =>
  document(t, t('alarm.link.alarms', { count }), [
    html`<h1>${t('alarm.link.alarms', { count })}</h1>
      <p>${t('alarm.link.choose')}</p>
      <ul>
        ${alarms.map(
          alarm =>
            html`<li>
              <form method="post" action="${ANSWER_PATHS.show}">
                ${hiddenFields(form, alarm.eventId)}<button>
                  ${t(`event.severity.${camel(alarm.severityLevel)}`)}: ${alarm.title}, ${alarm.place}
                  <small>${since(alarm.openDate, now, timeZone, t)}</small>
                </button>
              </form>
            </li>`,
        )}
      </ul>
      <p class="dim">${t('alarm.link.as', { name: reader })}</p>`,
    fullPage(form, t),
  ])

/** Lines of the history on the page. */
const MOST_CHANGES = 8

/** What, where, since when, who is on it, and the answers. */
export function alarmPage(alarm: LinkedAlarm, form: AnswerForm, now: Date, t: Translate, problem?: string): string {
  const { timeZone } = alarm
  const time = (stamp: string) => since(stamp, now, timeZone, t)
  const isOver = alarm.status === 'CLOSED'
  const taken = new Set(alarm.changes.filter(change => !change.note).map(change => change.step))
  const next = STEPS[STEPS.findLastIndex(step => taken.has(step)) + 1]
  const mark = (step: EventStep) => (step === next ? 'next' : '')
  const post = (step: EventStep | null, content: Html): Html =>
    html`<form method="post" action="${ANSWER_PATHS.answer}">
      ${hiddenFields(form, alarm.eventId)}<input type="hidden" name="step" value="${step ?? ''}" />${content}
    </form>`
  const button = (step: EventStep, word: TextKey) => post(step, html`<button class="${mark(step)}">${t(word)}</button>`)
  const own = alarm.changes.find(
    change => change.name === alarm.reader && (change.step === 'GOING' || change.step === 'WITHDRAWN'),
  )
  const going = html`<details>
    <summary class="${mark('GOING')}">${t('alarm.going')}</summary>
    <p>${t('event.note.going')}</p>
    ${post(
      'GOING',
      html`<div class="two">
        ${ARRIVES_IN.map(count => html`<button name="arrivesIn" value="${count}">${t('alarm.inMinutes', { count })}</button>`)}<button>
          ${t('event.arrival.unknown')}
        </button>
      </div>`,
    )}${post(
      'GOING',
      html`<label for="at">${t('alarm.link.atTime')}</label><input id="at" type="time" name="at" required /><button>
          ${t('alarm.going')}
        </button>`,
    )}
  </details>`
  const nothing = html`<details>
    <summary>${t('alarm.nothingFound')}</summary>
    <p>${t('event.checks')}</p>
    ${post(
      'NOTHING_FOUND',
      html`${alarm.checklist.map(
          check => html`<label><input type="checkbox" name="check.${check}" />${t(`event.check.${camel(check)}`)}</label>`,
        )}<button class="next">${t('alarm.nothingFound')}</button>`,
    )}
  </details>`
  const solved = html`<details>
    <summary class="${mark('SOLVED')}">${t('alarm.resolve')}</summary>
    <p>${t('alarm.link.closes')}${alarm.lasts ? ` ${t('event.hint.stillLasts')}` : ''}</p>
    ${post('SOLVED', html`<button class="next">${t('alarm.link.isSolved')}</button>`)}
  </details>`
  const answers = isOver
    ? taken.has('CHECKED')
      ? []
      : [button('CHECKED', 'alarm.checkedOnSite')]
    : [
        going,
        ...(own?.step === 'GOING' ? [button('WITHDRAWN', 'alarm.cannotCome')] : []),
        button('CHECKED', 'alarm.checkedOnSite'),
        nothing,
        ...(alarm.maySolve ? [solved] : []),
        ...(taken.has('SEEN') ? [] : [button('SEEN', 'alarm.acknowledge')]),
      ]
  const found =
    isOver && alarm.mayFind
      ? [
          post(
            null,
            html`<p><b>${t('event.finding.ask')}</b></p>
              ${FINDINGS.map(
                finding =>
                  html`<button name="finding" value="${finding}" class="${alarm.finding === finding ? 'next' : ''}">
                    ${t(FINDING_WORDS[finding])}
                  </button>`,
              )}`,
          ),
        ]
      : []
  const history = alarm.changes.filter(change => change.name !== null).slice(0, MOST_CHANGES)
  const note = html`<details>
    <summary>${t('event.do.note')}</summary>
    ${post(
      null,
      html`<label for="notes">${t('ui.notes')}</label><textarea id="notes" name="notes" maxlength="1000" required></textarea
        ><button>${t('event.do.note')}</button>`,
    )}
  </details>`
  return document(t, alarm.title, [
    html`<p class="sev">${t(`event.severity.${camel(alarm.severityLevel)}`)}</p>
      <h1>${alarm.title}</h1>
      <p><b>${alarm.place}</b></p>
      <p class="dim">${t('mail.alarm.opened', { time: time(alarm.openDate) })}</p>
      ${alarm.lines.map(line => html`<p>${line}</p>`)}`,
    ...(problem ? [html`<p class="box wrong" role="alert">${problem}</p>`] : []),
    ...(isOver
      ? [
          html`<p class="box">
            ${alarm.lasting ? t('event.lasting', { time: time(alarm.lasting.untilUtc) }) : t('alarm.link.over')}
          </p>`,
        ]
      : []),
    ...(history.length > 0
      ? [
          html`<ul class="box">
            ${history.map(
              change =>
                html`<li>
                  <b>${change.name!}</b>
                  ${change.step ? t(STEP_WORDS[change.step]) : change.finding ? t(FINDING_WORDS[change.finding]) : ''}
                  ${change.arrivesAt ? t('alarm.arrivesBy', { time: time(change.arrivesAt) }) : ''} ${change.notes}
                  <small>${time(change.date)}</small>
                </li>`,
            )}
          </ul>`,
        ]
      : []),
    ...found,
    ...answers,
    note,
    html`<p class="dim">${t('alarm.link.as', { name: alarm.reader })}</p>`,
    fullPage(form, t),
  ])
}
