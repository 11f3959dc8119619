import { expect, test } from 'vitest'
import { taskIn } from './task.js'

test.each([
  'This session is being continued from a previous conversation that ran out of context.',
  '[Request interrupted by user]',
  '# Context\n\nYour name is **Ada**, a careful engineer.',
  '"# Orchestrator System Context You are the orchestrator',
  '# Agent Instructions (Planning Mode)',
])('nobody wants that done: %s', (words) => {
  expect(taskIn(words)).toBe('')
})

test.each([
  ['Context menus close too early', 'Context menus close too early'],
  ['You are right, make it blue', 'You are right, make it blue'],
  ['You are a reviewer of code. Review src/queue.ts', 'Review src/queue.ts'],
  ['You have access to the issue tracker.\nClose what is done.', 'Close what is done.'],
  ['# Plan: retry uploads', '# Plan: retry uploads'],
])('what is wanted of %j', (words, task) => {
  expect(taskIn(words)).toBe(task)
})
