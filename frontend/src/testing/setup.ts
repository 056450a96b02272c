import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { resetApi, unexpectedRequests } from "./api";

// Builders share their processors with other builds; what is slow there is not wrong.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  localStorage.clear();
  resetApi();
});

afterEach(() => {
  cleanup();
  const unexpected = unexpectedRequests();
  vi.unstubAllGlobals();
  expect(unexpected, "requests that the test did not expect").toEqual([]);
});
